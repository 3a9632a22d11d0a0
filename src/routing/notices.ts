import type { Decision, Notice } from './decision.ts';
import type { Query } from './normalize.ts';

/** Beyond this many characters a message is not read. */
const TOO_LONG = 1_000_000;
const HELP =
  /^\W*(?:help(?: me)?|what (?:can|do) you (?:do|know|answer|cover)(?: about)?|who are you|how (?:do|does|can) (?:i use you|you work|this work|this bot work)|usage|commands?|info|about|menu|start)\W*$/i;
const THANKS =
  /^\W*(?:(?:ok(?:ay)?|cool|great|nice|awesome|perfect|wow|lol|got it|i see|good bot|it works(?: now)?|that (?:worked|works|helped|helps|did it|fixed it)|works now|solved|fixed|never ?mind|nvm|bye|\+1)\W*)+$/i;

/** The line to answer a message with that asks nothing; undefined for a question. */
export function noticeFor(text: string, picture: boolean, { message, words }: Query): Decision | undefined {
  const notice = kindOf(text, picture, message.prose, message.greeted, message.thanked, words.length);
  return notice === undefined ? undefined : { kind: 'notice', notice, reasons: [] };
}

function kindOf(
  text: string,
  picture: boolean,
  prose: string,
  greeted: boolean,
  thanked: boolean,
  count: number,
): Notice | undefined {
  if (text.length > TOO_LONG) return 'too-long';
  if (HELP.test(prose)) return 'help';
  if (THANKS.test(prose)) return 'thanks';
  if (count > 0) return undefined;
  if (picture) return 'picture';
  if (thanked) return 'thanks';
  return greeted ? 'greeting' : 'empty';
}
