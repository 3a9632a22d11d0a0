import { LEARNED, requireKnowing } from '../knowing.ts';
import { createLog } from '../operating/log.ts';

/** Prepares the shipped library and its model ahead of the first start, as the image does when it is built. */
export async function learn(): Promise<number> {
  const { library } = requireKnowing([], [LEARNED], createLog(process.stderr));
  console.log(`${library.entries.length} entries learned, library ${library.hash}`);
  return 0;
}
