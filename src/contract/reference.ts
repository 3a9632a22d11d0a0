import { randomBytes } from 'node:crypto';

/** A new short reference, such as `7f3a9c1e04`: what a reply, its buttons and the log share. */
export function reference(): string {
  return randomBytes(5).toString('hex');
}
