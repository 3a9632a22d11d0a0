/** What we read of a file beside a message. */
export type Attachment = { readonly contentType: string | null; readonly size: number; readonly url: string };

/** Bytes of a text file that is still read: a long log, no more. */
const MOST_BYTES = 512 * 1024;
const LONGEST_WAIT_MS = 5000;

/**
 * A message's words with the text files beside it: Discord's clients turn a paste of more than 2,000 characters, so nearly
 * every log, into a file. Rejects when Discord does not hand one out.
 */
export async function withPastes(words: string, attachments: Iterable<Attachment>): Promise<string> {
  const pastes = [...attachments].filter(({ contentType, size }) => isText(contentType) && size <= MOST_BYTES);
  const texts = await Promise.all(pastes.map(({ url }) => download(url)));
  return [words, ...texts].filter((text) => text !== '').join('\n');
}

function isText(contentType: string | null): boolean {
  return contentType?.startsWith('text/') === true;
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LONGEST_WAIT_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`a file beside a message was refused with ${response.status}`);
  return response.text();
}
