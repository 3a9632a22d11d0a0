import { createHash } from 'node:crypto';
import { type EntryFile, SECTIONS } from './schema.ts';

/** Digits of the fingerprint: enough that an edit never keeps it, short enough to stand in an entry. */
const DIGITS = 8;

/**
 * Fingerprint of all that an entry claims: its lead, sections, plain words and specifics. Phrasings, signals and sources may
 * change without it; a word of the text may not, so that a verified entry cannot be edited into an unverified one unseen.
 */
export function fingerprint(file: EntryFile): string {
  const text = [
    file.title,
    file.lead,
    ...SECTIONS.map((name) => file[name] ?? ''),
    file.plain ?? '',
    file.specifics ?? '',
  ];
  return createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, DIGITS);
}
