import { fileURLToPath } from 'node:url';

/** The folder of the library that ships with the product. */
export const SHIPPED = fileURLToPath(new URL('../../knowledge', import.meta.url));
