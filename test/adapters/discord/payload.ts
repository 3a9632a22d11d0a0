import { limits } from '../../../adapters/discord/limits.ts';
import type { Outgoing } from './server.ts';

type Json = Readonly<Record<string, unknown>>;

const KNOWN = [
  'content',
  'components',
  'flags',
  'allowed_mentions',
  'message_reference',
  'nonce',
  'enforce_nonce',
  'attachments',
  'tts',
];
const SUPPRESS_EMBEDS = 4;
const EPHEMERAL = 64;

/** What is wrong with an outgoing message: anything that Discord would refuse, embed, read as markup or turn into a ping. */
export function problemsOf({ payload, files }: Pick<Outgoing, 'payload' | 'files'>): readonly string[] {
  const content = String(payload.content ?? '');
  const problems = [...readMarkdown(content).problems];
  const check = (fine: boolean, problem: string): void => {
    if (!fine) problems.push(problem);
  };
  for (const [key, value] of Object.entries(payload))
    check(KNOWN.includes(key) || value === undefined, `unknown field ${key}`);
  check(content.trim() !== '', 'no content');
  check(content.length <= limits.content.most, `${content.length} characters`);
  check((content.match(/```/g) ?? []).length % 2 === 0, 'an open fence');
  check((Number(payload.flags) & ~EPHEMERAL) === SUPPRESS_EMBEDS, `flags ${String(payload.flags)}`);
  check(
    JSON.stringify(payload.allowed_mentions) === '{"parse":[],"replied_user":false}',
    `mentions are allowed: ${JSON.stringify(payload.allowed_mentions)}`,
  );
  check(String(payload.nonce ?? '').length <= limits.nonce.most, 'a nonce that is too long');
  check(files.length <= limits.attachments.most, `${files.length} files`);
  const rows = listOf(payload.components);
  check(rows.length <= limits.rows.most, `${rows.length} rows`);
  for (const row of rows) {
    const count = listOf(row.components).length;
    check(row.type === 1 && count > 0 && count <= limits.buttonsInRow.most, `a row of ${count}`);
  }
  const buttons = rows.flatMap((row) => listOf(row.components));
  check(new Set(buttons.map((button) => button.custom_id)).size === buttons.length, 'two buttons with one custom_id');
  for (const button of buttons) {
    const label = String(button.label);
    check(button.type === 2 && button.style === 2, 'not a plain button');
    check(label.trim() !== '' && label.length <= limits.buttonLabel.most, `a label of ${label.length} characters`);
    const payloadLength = String(button.custom_id).length;
    check(
      payloadLength > 0 && payloadLength <= limits.buttonPayload.most,
      `a custom_id of ${payloadLength} characters`,
    );
  }
  return problems;
}

export function buttonsIn(payload: Json): readonly { label: string; payload: string }[] {
  return listOf(payload.components)
    .flatMap((row) => listOf(row.components))
    .map((button) => ({ label: String(button.label), payload: String(button.custom_id) }));
}

/** The rules by which Discord's clients read a message, as far as our messages may use them, in their order. */
const RULES: readonly {
  readonly pattern: RegExp;
  readonly shows?: (match: RegExpExecArray) => string;
  readonly problem?: string;
}[] = [
  { pattern: /^```(?:[\w+#.-]*\n)?([\s\S]*?)\n?```/, shows: (match) => match[1] ?? '' },
  { pattern: /^\\([^0-9A-Za-z\s])/, shows: (match) => match[1] ?? '' },
  { pattern: /^<(https?:\/\/[^ >]+)>/, shows: (match) => match[1] ?? '' },
  { pattern: /^\[([^[\]\n]+)\]\(<([^ >]+)>\)/, shows: (match) => `${match[1]} ${match[2]}` },
  { pattern: /^(`+)([\s\S]*?[^`])\1(?!`)/, shows: (match) => match[2] ?? '' },
  { pattern: /^\*\*/, shows: () => '' },
  { pattern: /^(@everyone|@here|<@[!&]?\d+>|<#\d+>)/, problem: 'a mention' },
  { pattern: /^(?:\*|__?(?=\S)|~~|\|\||`|<:\w+:\d+>|https?:\/\/)/, problem: 'stray markup' },
];

const PLAIN = /(?:(?!https?:)[A-Za-z0-9\u0080-\uffff ])+/y;

/** A message as its reader sees it, and what in it is read as more than text. Marks of lists and quotes are not text. */
export function readMarkdown(content: string): { readonly text: string; readonly problems: readonly string[] } {
  const problems: string[] = [];
  let text = '';
  let strong = 0;
  for (let place = 0; place < content.length; ) {
    // Letters, digits and spaces inside a line mean nothing: they are taken in one go.
    PLAIN.lastIndex = place;
    const plain = place === 0 || content[place - 1] === '\n' ? undefined : PLAIN.exec(content)?.[0];
    if (plain !== undefined) {
      text += plain;
      place += plain.length;
      continue;
    }
    const rest = content.slice(place);
    const begins = place === 0 || content[place - 1] === '\n';
    const mark = begins ? /^(?:>>> |> |[-*+] |\d+\. |-# |#{1,3} )/.exec(rest)?.[0] : undefined;
    if (mark !== undefined) {
      if (/^(>>>|-#|#|[*+])/.test(mark)) problems.push(`a line that begins with ${mark}`);
      place += mark.length;
      continue;
    }
    const rule = RULES.find(({ pattern }) => pattern.test(rest));
    const match = rule?.pattern.exec(rest);
    if (rule === undefined || match === null || match === undefined) {
      text += rest[0];
      place += 1;
      continue;
    }
    if (match[0] === '**') strong += 1;
    if (rule.problem !== undefined) problems.push(`${rule.problem}: ${rest.slice(0, 20)}`);
    text += rule.shows === undefined ? match[0] : rule.shows(match);
    place += match[0].length;
  }
  if (strong % 2 !== 0) problems.push('an open **');
  return { text, problems };
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
