import type { Finding } from './find.ts';
import type { Line } from './lines.ts';

/** Fewer lines are a message, however they look; of these a known one may be among them. */
const FEWEST_LINES = 4;
const FEWEST_WITH_KNOWN = 3;
/** Nobody writes so many lines to another person without speaking to them. */
const MANY_LINES = 6;

/** Lines as machines write them: tagged, timed, traced, assigned, with paths or addresses. No part may begin with a run of its own: that is quadratic. */
const MACHINE =
  /^(?:\[[^\]]{1,40}\]|[A-Z][\w.]*(?:Error|Exception|Warning)\b|Traceback \(|File "|#\d+ |at \S+\(|\w[\w.-]*:\d+:|(?:INFO|DEBUG|WARN(?:ING)?|ERROR|FATAL|TRACE|CRITICAL|NOTE)\b|[IWEF]\d{4} |\$ |&&&& |==\d+==|ptxas |nvcc |loc\(|%\d|-- )|0x[0-9a-f]{4,}|\w\.(?:py|cpp|cu|cc|h|hpp|c|so|dll|ll|mlir)\b|\w=[\w./-]+ \w+=|^\S+ *[:=]\s*\S+$|(?:\/[\w.+-]+){2,}|\w::\w/;

/** What a failing line says of itself. */
const FAILING =
  /\b(?:error|fatal|failed|failure|exception|assert(?:ion)?|abort(?:ed|ing)?|panic|segmentation fault|core dumped|undefined (?:reference|symbol)|not found|cannot|could not|unable to|invalid|illegal|unsupported|denied|mismatch|out of memory|timed? ?out|killed)\b|[a-z](?:Error|Exception)\b|_(?:ERROR|STATUS)_/i;

/** Words that make such a line harmless. */
const HARMLESS =
  /\b(?:0|no|zero) (?:errors?|failures?|failed|warnings?)\b|\berrors?\s*[:=]\s*0(?:\.0+)?\b|\bsuccess|passed\b|error[_ ](?:rate|bound|check(?:ing)?|correction|handler|log|code[:=] ?0\b)|\bignored?\b|\bfalling back\b|\bretrying\b|\bwarn(?:ing)?s?\b|^-- |^Start +\d|could not collect|^\[[WIVD][:\]]|^\[?[WIVD]\]? |\[[WIV]\]|\bINFO\b|\bDEBUG\b|-Werror|--no-error|on_error|max_error|mean error|rel(?:ative)?[_ ]error|abs(?:olute)?[_ ]error/i;

/** Lines as people write them to other people: they speak of themselves, greet, ask, thank. */
const SPOKEN =
  /^(?:hi|hey|hello|dear)\b[\s,!]|\bI(?:['’](?:m|ve|d|ll)\b| [a-z]{2,12}\b(?![/.:_]))|\b(?:my|our|anyone|anybody|someone) [a-z]|\bwe (?:are|have|get|see|use|run|can|tried)\b|^(?:how|why|what|which|where|does|can|could|should)\b.*\?|\b(?:thanks|thank you|pls|please help|any (?:ideas?|hints?|clues?|help))\b/i;

/** Lines of source code. */
const CODE =
  /^(?!\{).*[;{}]$|^(?:#include|#define|import [a-z]|from [\w.]+ import|def \w+\(|@\w+|template\s*<|__global__|\/\/)/;

/**
 * True for text that a machine printed, rather than a person's words around one line of it. Where no line is a person's,
 * a known line or some of a machine's kind are enough; where one is, most lines must be a machine's.
 */
export function looksLikeLog(lines: readonly Line[], known: readonly Finding[] = []): boolean {
  const numbers = new Set(known.map(({ line }) => line.number));
  const others = lines.filter(({ number }) => !numbers.has(number));
  const machine = others.filter(({ text }) => MACHINE.test(text)).length + numbers.size;
  if (others.some(({ text }) => SPOKEN.test(text)))
    return lines.length >= FEWEST_LINES && machine >= FEWEST_LINES - 1 && machine * 2 >= lines.length;
  if (known.length > 0) return lines.length >= FEWEST_WITH_KNOWN;
  const code = others.filter(({ text }) => CODE.test(text)).length;
  if (lines.length < FEWEST_LINES || code * 2 >= lines.length) return false;
  return lines.length >= MANY_LINES || machine * 4 >= lines.length;
}

/** Lines that look like failures and are not among the known ones, in order. */
export function suspects(lines: readonly Line[], known: readonly Finding[]): readonly Line[] {
  const numbers = new Set(known.map(({ line }) => line.number));
  return lines.filter(({ number, text }) => !numbers.has(number) && FAILING.test(text) && !HARMLESS.test(text));
}
