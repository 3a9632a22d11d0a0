/** Frames that tell where something broke; deeper ones are the libraries'. */
const DEEPEST = 6;

/** Where an error broke, for the log: without its message, which could repeat what somebody wrote. */
export function framesOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, DEEPEST)
    .map((line) => line.trim());
}
