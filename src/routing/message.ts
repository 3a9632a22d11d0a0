/** A message cut into what a person wrote and what a machine printed; greetings, mentions and addresses set aside. */
export type Message = {
  /** What a person wrote, without greetings and politeness. */
  readonly prose: string;
  /** Failing lines of a pasted log, in order; empty when nothing was pasted. */
  readonly errors: readonly string[];
  /** Every line that may hold an error text, failing or not: what signatures are looked for in. */
  readonly lines: readonly string[];
  readonly greeted: boolean;
  readonly thanked: boolean;
};

/** A line is read up to here: error texts stand at the start. */
const LINE_LIMIT = 1500;
/** Log lines looked at, half from the start and half from the end. */
const LINES_LIMIT = 1200;
/** Up to so many lines and characters a message is read whole, as speech. */
const SHORT_LINES = 3;
const SHORT_CHARACTERS = 700;
const ERRORS_LIMIT = 6;
const PROSE_LIMIT = 8;
/** Lines above a log that are taken as they are. */
const LEADING = 3;

const NOISE: readonly (readonly [RegExp, string])[] = [
  // Code fences and their language; the code inside stays.
  [/```[a-z0-9+-]*(?=\s)|```|~~~/gi, ' '],
  [/<[@#!][^>\s]{1,80}>|<:\w{1,40}:\d{1,25}>/g, ' '],
  [/<?\b(?:https?|ftp):\/\/[^\s<>)\]]{1,2000}>?/gi, ' '],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control characters
  [/\u001b\[[0-9;]{0,20}[A-Za-z]/g, ''],
  [/[\u200b-\u200f\u2060\ufeff]/g, ''],
  [/[`*]/g, ' '],
  [/:[a-z_]{3,30}:(?=\s|$)/g, ' '],
];

const GREETING =
  /^[\s,.!:;-]*(?:hey+|hi+|hello|hullo|yo|hiya|howdy|heya|greetings|dear|sup|morning|good (?:morning|afternoon|evening|day))\b(?:[ ,]+(?:all|everyone|everybody|guys|folks|team|there|people|bot|friends|again|ridgepoint))*[\s,.!:;-]*/i;
const THANKS =
  /\b(?:many thanks|thanks?(?: you)?(?: (?:so|very) much| a lot| in advance| again| for (?:any|your|the) (?:help|tips|time|answers?|advice))*|thx|tysm|ty|cheers|much appreciated|(?:any|all) help (?:is|would be) (?:much |greatly |highly )?appreciated)\b/gi;
const POLITE =
  /\b(?:please|pls|plz|plss+|kindly|sorry (?:for|if) (?:the |this |my |it'?s? |a )*(?:noob|dumb|stupid|basic|newbie)?(?: is)?(?: a)?(?: noob| dumb| stupid| basic| newbie)? ?question|(?:quick|dumb|noob|stupid|newbie) question|(?:can|could|would) (?:you|anyone|anybody|someone|somebody)(?: here)?(?: please)? (?:help(?: me)?|tell me|explain|advise)(?: (?:with|me))?|(?:does|do) (?:anyone|anybody|someone|somebody|you)(?: here)? know|(?:i was |i'm |just )?wondering|i(?:'d| would) like to (?:know|ask)|i have a question|any (?:ideas?|clues?|thoughts|suggestions|hints?)|like (?:i'?m|i am|im) (?:5|five)|eli5|in simple (?:words|terms))\b/gi;

const FAILING =
  /error|exception|fatal|\bfail|abort|assert|panic|segfault|segmentation|core dumped|undefined (?:reference|symbol)|not found|no such|cannot|can't|could not|couldn't|unable|invalid|illegal|unsupported|not supported|denied|mismatch|out of (?:memory|resource)|timed? ?out|\bkilled|\bxid\b|\bnan\b|unrecognized|unknown|incompatible|violat|\b[A-Z]+_STATUS_/i;
const STRONG =
  /[a-z](?:Error|Exception)\b|\b[A-Z]+_(?:ERROR|STATUS)_|\b[a-z]+Error[A-Z]|\berror ?:|\bfatal ?:|\berror code|\bxid\b|assert/i;
const HEALTHY = /\b(?:0|no|zero) (?:errors?|fail\w*|warnings?)|errors?[:=] ?0\b|success|passed\b|\bok\b/i;
const CHATTER =
  /^\s*(?:\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|\[?(?:info|debug|trace|verbose|notice|warn(?:ing)?|i|v|d|w)\]?[:\s\]]|[IWD]\d{4} |\d+%|epoch\b|step\b|iter\w*\b|file "|at [\w.$]+\(|#\d+ |\$ |>>> ?|\^+$|~+$|-{3,}|={3,})/i;
const MACHINE =
  /^\s*(?:\[?\d{4}[-/]\d\d|\[?\d\d:\d\d:\d\d|\[\w+\]|traceback|file "|#\d+ |\$ |>>> ?)|[{};]\s*$|\S\/\S+\/\S+|=.*=|0x[0-9a-f]{4}/i;

/** Reads a message of any size in time linear in its length. Never throws. */
export function readMessage(text: string): Message {
  let clean = text.normalize('NFKC');
  for (const [pattern, replacement] of NOISE) clean = clean.replace(pattern, replacement);
  const all = clean
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .flatMap((line) => (line.trim() === '' ? [] : [line.slice(0, LINE_LIMIT)]));
  const lines = all.length <= LINES_LIMIT ? all : [...all.slice(0, LINES_LIMIT / 2), ...all.slice(-LINES_LIMIT / 2)];
  const short = lines.length <= SHORT_LINES && clean.length <= SHORT_CHARACTERS;
  const spoken = short ? lines.filter((line) => !isChatter(line) || lines.length === 1) : proseLines(lines);
  const errors = short ? [] : errorLines(lines, spoken);
  const kept = spoken.length === 0 && errors.length === 0 ? lines.slice(0, PROSE_LIMIT) : spoken;
  return { ...polite(kept.join('\n')), errors, lines };
}

function polite(text: string): Pick<Message, 'prose' | 'greeted' | 'thanked'> {
  let prose = text;
  let greeted = false;
  let thanked = false;
  for (let turn = 0; turn < 3 && GREETING.test(prose); turn++) {
    prose = prose.replace(GREETING, '');
    greeted = true;
  }
  const without = prose.replace(THANKS, () => {
    thanked = true;
    return ' ';
  });
  return { prose: without.replace(POLITE, ' ').trim(), greeted, thanked };
}

function isChatter(line: string): boolean {
  return CHATTER.test(line) && (!FAILING.test(line) || HEALTHY.test(line));
}

function proseLines(lines: readonly string[]): string[] {
  const printed = (line: string) => CHATTER.test(line) || MACHINE.test(line);
  const first = lines.findIndex(printed);
  // What stands above the first printed line was written by a person, however short or odd.
  const spoken = lines.filter(
    (line, index) => !printed(line) && !STRONG.test(line) && ((first > index && index < LEADING) || looksSpoken(line)),
  );
  return spoken.length <= PROSE_LIMIT ? spoken : [...spoken.slice(0, PROSE_LIMIT - 2), ...spoken.slice(-2)];
}

function looksSpoken(line: string): boolean {
  const letters = line.match(/\p{L}/gu)?.length ?? 0;
  const blanks = line.match(/\s/g)?.length ?? 0;
  return line.trim().split(/\s+/).length >= 3 && (letters + blanks) / line.length > 0.8;
}

/** Failing lines, the strongest kept, in their order in the log: the first real failure leads. */
function errorLines(lines: readonly string[], spoken: readonly string[]): string[] {
  const failing = lines.filter((line) => FAILING.test(line) && !HEALTHY.test(line) && !spoken.includes(line));
  const strong = failing.filter((line) => STRONG.test(line));
  const chosen = strong.length > 0 ? strong : failing;
  const distinct = [...new Set(chosen)];
  if (distinct.length <= ERRORS_LIMIT) return distinct;
  return [...distinct.slice(0, ERRORS_LIMIT - 2), ...distinct.slice(-2)];
}
