import type { Answer, Block, Spans } from './answer.ts';
import { split } from './split.ts';

/** What one message of a platform can hold, and how many messages an answer may take. */
export type Room = {
  /** Characters of a drawn block as the platform counts them; Infinity when the platform cannot show it in this form. */
  readonly size: (block: Block) => number;
  /** Most characters of one drawn block. */
  readonly block: number;
  /** Most characters of all drawn blocks of a message, and what stands between two of them. */
  readonly message: number;
  readonly gap: number;
  /** Most blocks of a message. */
  readonly blocks: number;
  /** Most messages before the rest goes into a file; Infinity where no file can be sent: then nothing is left out. */
  readonly messages: number;
};

/** Blocks packed into messages, in order. */
export type Fitted = {
  readonly messages: readonly (readonly Block[])[];
  /** True when the messages do not hold everything: the adapter attaches the whole answer as a file. */
  readonly overflow: boolean;
};

/**
 * Packs blocks into a platform's messages and loses nothing: what is too long for one block is split (see `split`), what
 * is too long for one message continues in the next. `closing` (sources) stays together on the last message. What needs
 * more messages than there is room for is flagged as overflow, and `notice` says in the text where the rest is.
 */
export function fitBlocks(
  content: { readonly blocks: readonly Block[]; readonly closing: readonly Block[]; readonly notice: Block },
  platform: Room,
): Fitted {
  const { notice } = content;
  const room = { ...platform, size: remembered(platform.size) };
  const filed = Number.isFinite(room.messages);
  const measure = { size: room.size, limit: Math.min(room.block, room.message), cutLines: !filed };
  const pieces = content.blocks.filter(speaks).map((block) => split(block, measure));
  const body = pieces.flatMap((piece) => piece ?? [notice]).filter(speaks);
  const closing = content.closing.filter(speaks).flatMap((block) => split(block, measure) ?? [notice]);

  const messages = close(pack(body, room), closing, room);
  if (messages.length <= room.messages) return { messages, overflow: pieces.includes(undefined) };

  // Too much for chat: the beginning, and on the last message the notice with as many sources as fit beside it.
  const tail = { ...measure, limit: Math.min(room.block, room.message - room.size(notice) - room.gap) };
  const sources = content.closing.filter(speaks).flatMap((block) => split(block, tail) ?? []);
  const last = pack([notice, ...sources], room)[0] ?? [notice];
  return { messages: [...pack(body, room).slice(0, room.messages - 1), last], overflow: true };
}

/** The blocks of an answer as they are read: title, lead, then the rest. */
export function documentOf(answer: Answer): readonly Block[] {
  const title: Spans = [{ kind: 'strong', text: answer.title }];
  return [{ kind: 'paragraph', spans: title }, { kind: 'paragraph', spans: answer.lead }, ...answer.blocks];
}

/** Drawing is what costs: a block is measured once. */
function remembered(size: Room['size']): Room['size'] {
  const sizes = new WeakMap<Block, number>();
  return (block) => {
    const known = sizes.get(block) ?? size(block);
    sizes.set(block, known);
    return known;
  };
}

/** False for a block with nothing to read in it: platforms refuse empty text. */
function speaks(block: Block): boolean {
  switch (block.kind) {
    case 'paragraph':
    case 'caution':
      return readable(block.spans);
    case 'list':
      return block.items.some(readable);
    case 'table':
      return [block.header, ...block.rows].flat().some(readable);
    case 'code':
      return block.text.trim() !== '';
    case 'picture':
      return true;
  }
}

function readable(spans: Spans): boolean {
  return spans.some((span) => span.text.trim() !== '' || span.kind === 'link');
}

function pack(blocks: readonly Block[], room: Room): readonly (readonly Block[])[] {
  const messages: Block[][] = [];
  for (const block of blocks) {
    const last = messages.at(-1);
    if (last !== undefined && holds([...last, block], room)) last.push(block);
    else messages.push([block]);
  }
  return messages;
}

/** Adds the closing blocks to the last message when all of them fit there, else in messages of their own. */
function close(
  messages: readonly (readonly Block[])[],
  closing: readonly Block[],
  room: Room,
): readonly (readonly Block[])[] {
  const last = messages.at(-1);
  if (closing.length === 0) return messages;
  if (last === undefined) return pack(closing, room);
  const together = [...last, ...closing];
  return holds(together, room) ? [...messages.slice(0, -1), together] : [...messages, ...pack(closing, room)];
}

function holds(blocks: readonly Block[], room: Room): boolean {
  const characters = blocks.reduce((sum, block) => sum + room.size(block), (blocks.length - 1) * room.gap);
  return blocks.length <= room.blocks && characters <= room.message;
}
