/** What an asker reads when something broke: no cause, no trace; the log has both beside the same reference. */
export function apology(reference: string): string {
  return `Sorry, something went wrong while I worked on this. Please ask again; if it keeps failing, give the maintainers this reference: ${reference}`;
}
