import { z } from 'zod';
import { entrySchema } from '../knowledge/schema.ts';

/** Prints the JSON schema of an entry, for editors. */
export async function schema(): Promise<number> {
  console.log(JSON.stringify(z.toJSONSchema(entrySchema, { io: 'input' }), undefined, 2));
  return 0;
}
