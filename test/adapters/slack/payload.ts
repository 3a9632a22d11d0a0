import { limits } from '../../../adapters/slack/limits.ts';

type Json = Readonly<Record<string, unknown>>;

/** What is wrong with an outgoing payload: anything that Slack would refuse, alter, link, unfurl or turn into a ping. */
export function problemsOf(way: string, payload: Json): readonly string[] {
  const problems: string[] = [];
  const blocks = listOf(payload.blocks);
  const check = (fine: boolean, problem: string): void => {
    if (!fine) problems.push(problem);
  };
  const known = new Set(KEYS[way.split('/')[0] ?? ''] ?? []);
  for (const key of Object.keys(payload)) check(known.has(key), `unknown argument ${key}`);
  check(typeof payload.text === 'string' && payload.text !== '', 'no text for notifications');
  check(String(payload.text).length <= limits.fallbackText.most, 'the text for notifications is too long');
  check(!/[<>]/.test(String(payload.text)), 'the text for notifications has an unescaped < or >');
  check(!/&(?!(amp|lt|gt);)/.test(String(payload.text)), 'the text for notifications has an unescaped &');
  if (way === 'chat.postMessage') {
    check(payload.unfurl_links === 'false' && payload.unfurl_media === 'false', 'unfurls are on');
  }
  check(blocks.length > 0 && blocks.length <= limits.blocks.most, `${blocks.length} blocks`);
  const texts = blocks.map(charactersOf);
  for (const characters of texts) check(characters <= limits.blockText.most, `a block of ${characters} characters`);
  const all = texts.reduce((sum, characters) => sum + characters, 0);
  check(all <= limits.messageText.most, `${all} characters in all blocks`);
  for (const block of blocks) problems.push(...blockProblems(block));
  return problems;
}

const CHAT = ['token', 'channel', 'text', 'blocks', 'thread_ts', 'link_names'];
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'chat.postMessage': [...CHAT, 'unfurl_links', 'unfurl_media'],
  'chat.postEphemeral': [...CHAT, 'user'],
  respond: ['text', 'blocks', 'response_type', 'replace_original', 'thread_ts'],
};

/** The shapes of rich text, by the type of what may stand in what. */
const CONTENTS: Readonly<Record<string, readonly string[]>> = {
  rich_text: ['rich_text_section', 'rich_text_list', 'rich_text_preformatted', 'rich_text_quote'],
  rich_text_section: ['text', 'link'],
  rich_text_quote: ['text', 'link'],
  rich_text_preformatted: ['text', 'link'],
  rich_text_list: ['rich_text_section'],
};

function blockProblems(block: Json): readonly string[] {
  if (block.type === 'rich_text') return elementProblems(block);
  if (block.type !== 'actions') return [`unexpected block ${String(block.type)}`];
  const elements = listOf(block.elements);
  const names = elements.map((element) => String(element.action_id));
  const problems = elements.flatMap(buttonProblems);
  if (elements.length === 0 || elements.length > limits.actionsElements.most)
    problems.push(`${elements.length} buttons`);
  if (new Set(names).size < names.length) problems.push('two buttons share an action_id');
  return problems;
}

function elementProblems(element: Json): readonly string[] {
  const allowed = CONTENTS[String(element.type)];
  if (allowed === undefined) return leafProblems(element);
  const inside = listOf(element.elements);
  const problems = inside.length === 0 ? [`an empty ${String(element.type)}`] : [];
  for (const child of inside) {
    if (!allowed.includes(String(child.type))) problems.push(`${String(child.type)} inside ${String(element.type)}`);
    problems.push(...elementProblems(child));
  }
  return problems;
}

function leafProblems(element: Json): readonly string[] {
  const problems: string[] = [];
  if (typeof element.text !== 'string' || element.text === '') problems.push(`an empty ${String(element.type)}`);
  if (element.type === 'link' && !/^https?:\/\/\S+$/.test(String(element.url)))
    problems.push('a link without an address');
  return problems;
}

function buttonProblems(button: Json): string[] {
  const problems: string[] = [];
  const label = textOf(button.text);
  if (button.type !== 'button') problems.push(`an element that is no button: ${String(button.type)}`);
  if (label === '' || label.length > limits.buttonLabel.most) problems.push(`a label of ${label.length} characters`);
  if (String(button.value).length > limits.buttonValue.most) problems.push('a value that is too long');
  if (String(button.action_id).length > limits.actionId.most) problems.push('an action_id that is too long');
  return problems;
}

/** Characters of a block, addresses and labels included, with entities as Slack may count them. */
function charactersOf(block: Json): number {
  return stringsOf(block).join('').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').length;
}

function stringsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if ((key === 'text' || key === 'url') && typeof inner === 'string') return [inner];
    return stringsOf(inner);
  });
}

/** Everything readable in a payload's blocks, one block a line; buttons are not text. */
export function readableText(payload: Json): string {
  const blocks = listOf(payload.blocks).filter((block) => block.type !== 'actions');
  return blocks.map((block) => stringsOf(block).join('')).join('\n');
}

export function buttonsIn(payload: Json): readonly { label: string; payload: string }[] {
  const rows = listOf(payload.blocks).filter((block) => block.type === 'actions');
  return rows.flatMap((row) =>
    listOf(row.elements).map((button) => ({ label: textOf(button.text), payload: String(button.value) })),
  );
}

/** The action_id of the button with a payload. */
export function actionIdOf(payload: Json, value: string): string {
  const buttons = listOf(payload.blocks).flatMap((block) => listOf(block.elements));
  return String(buttons.find((button) => button.value === value)?.action_id ?? 'ridgepoint:0');
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : '';
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
