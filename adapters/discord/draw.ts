import {
  alignedWidth,
  type Block,
  type Button,
  blockText,
  buttonsOf,
  type Chart,
  documentOf,
  fitBlocks,
  plainText,
  type Reply,
  type Room,
  sourcesOf,
} from '#contract';
import { limits, MESSAGES, TABLE_COLUMNS } from './limits.ts';
import { markdownOf } from './markdown.ts';

/** One Discord message before it is sent. */
export type Drawn = {
  readonly content: string;
  readonly rows: readonly (readonly Button[])[];
  readonly pictures: readonly { readonly name: string; readonly alt: string; readonly chart: Chart }[];
  /** A text file beside the message. */
  readonly file?: { readonly name: string; readonly text: string };
};

/** Draws a reply as one or more messages within Discord's limits; sources and buttons end the last one. */
export function draw(reply: Reply): readonly Drawn[] {
  const { buttons, written } = buttonsOf(reply, {
    count: limits.rows.most * limits.buttonsInRow.most,
    label: limits.buttonLabel.most,
  });
  const blocks = [...documentOf(reply.answer), ...written];
  const { messages, overflow } = fitBlocks({ blocks, closing: sourcesOf(reply.answer), notice: NOTICE }, ROOM);
  const shown = messages.length === 0 ? [[]] : messages;
  // The file holds all of it, what was written out for want of a button too.
  const text = [plainText(reply.answer), ...written.map(blockText)].join('\n\n');
  return shown.map((message, index) => {
    const last = index === shown.length - 1;
    return {
      content: contentOf(message),
      rows: last ? rowsOf(buttons) : [],
      pictures: message.filter((block) => block.kind === 'picture'),
      ...(last && overflow ? { file: { name: `answer-${reply.reference}.md`, text } } : {}),
    };
  });
}

/** Draws a plain sentence, such as an apology. */
export function drawText(text: string): Drawn {
  return { content: markdownOf({ kind: 'paragraph', spans: [{ kind: 'text', text }] }), rows: [], pictures: [] };
}

const NOTICE: Block = {
  kind: 'paragraph',
  spans: [{ kind: 'text', text: 'This is too long for a chat: the whole answer is in the attached file.' }],
};

const ROOM: Room = {
  size: (block) =>
    block.kind === 'table' && alignedWidth(block) > TABLE_COLUMNS ? Infinity : markdownOf(block).length,
  block: limits.content.most,
  message: limits.content.most,
  gap: 2,
  // At most so many pictures fit beside the file in one message; Discord knows no other number of blocks.
  blocks: 64,
  messages: MESSAGES,
};

/** Blocks one under the other, with a blank line between texts; code brings its own space. */
function contentOf(blocks: readonly Block[]): string {
  const content = blocks.reduce((text, block, index) => {
    const before = blocks[index - 1];
    const tight = before === undefined || [before, block].some(({ kind }) => kind === 'code' || kind === 'table');
    return text + (before === undefined ? '' : tight ? '\n' : '\n\n') + markdownOf(block);
  }, '');
  return content.trim() === '' ? '…' : content;
}

function rowsOf(buttons: readonly Button[]): readonly (readonly Button[])[] {
  const size = limits.buttonsInRow.most;
  return Array.from({ length: Math.ceil(buttons.length / size) }, (_, row) =>
    buttons.slice(row * size, (row + 1) * size),
  );
}
