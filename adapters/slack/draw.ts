import type { types } from '@slack/bolt';
import {
  alignedTable,
  alignedWidth,
  type Block,
  type Button,
  blockText,
  buttonsOf,
  documentOf,
  fitBlocks,
  type Reply,
  type Room,
  type Span,
  type Spans,
  sourcesOf,
  spansText,
} from '#contract';
import { limits, TABLE_COLUMNS } from './limits.ts';

/** One Slack message: its blocks, and the text that notifications and screen readers use instead. */
export type Drawn = { readonly text: string; readonly blocks: types.KnownBlock[] };

/** Starts the action_id of every button of ours. */
export const ACTION_PREFIX = 'ridgepoint:';

/** Draws a reply as one or more messages within Slack's limits; sources and buttons end the last one. */
export function draw(reply: Reply): readonly Drawn[] {
  const { buttons, written } = buttonsOf(reply, {
    count: limits.actionsElements.most,
    label: limits.buttonLabel.most,
  });
  const room: Room = { ...ROOM, message: ROOM.message - buttons.reduce((sum, { label }) => sum + length(label), 0) };
  const { messages } = fitBlocks(
    { blocks: [...documentOf(reply.answer), ...written], closing: sourcesOf(reply.answer), notice: NO_NOTICE },
    room,
  );
  const shown = messages.length === 0 ? [[NO_NOTICE]] : messages;
  return shown.map((blocks, index) => ({
    text: fallback(blocks),
    blocks: [
      ...blocks.map(drawBlock),
      ...(index === shown.length - 1 && buttons.length > 0 ? [drawButtons(buttons)] : []),
    ],
  }));
}

/** Draws a plain sentence, such as an apology. */
export function drawText(text: string): Drawn {
  const block: Block = { kind: 'paragraph', spans: [{ kind: 'text', text }] };
  return { text: fallback([block]), blocks: [drawBlock(block)] };
}

/** Text that Slack reads as it stands: the three characters that begin its markup are written as entities. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// Slack takes a file only with one more, optional permission (files:write), so a long answer goes on in the thread instead.
const ROOM: Room = {
  size: (block) =>
    block.kind === 'table' && alignedWidth(block) > TABLE_COLUMNS ? Infinity : charactersOf(drawBlock(block)),
  block: limits.blockText.most,
  message: limits.messageText.most,
  gap: 0,
  // Room for the row of buttons.
  blocks: limits.blocks.most - 1,
  messages: Infinity,
};

const NO_NOTICE: Block = { kind: 'paragraph', spans: [{ kind: 'text', text: '…' }] };

/** Characters as Slack may count them: entities written out, so that neither way of counting is ever exceeded. */
function length(text: string): number {
  return escapeText(text).length;
}

/** Characters of all texts and addresses inside a drawn block. */
function charactersOf(drawn: unknown): number {
  if (typeof drawn !== 'object' || drawn === null) return 0;
  return Object.entries(drawn).reduce(
    (sum, [key, value]) =>
      sum + ((key === 'text' || key === 'url') && typeof value === 'string' ? length(value) : charactersOf(value)),
    0,
  );
}

// Rich text shows text exactly as it is: no character in it is markup, and nothing in it can mention anybody.
function drawBlock(block: Block): types.RichTextBlock {
  switch (block.kind) {
    case 'paragraph':
      return richText({ type: 'rich_text_section', elements: drawSpans(block.spans) });
    case 'caution':
      return richText({
        type: 'rich_text_quote',
        elements: drawSpans([{ kind: 'strong', text: 'Caution: ' }, ...block.spans]),
      });
    case 'list': {
      const items = block.items.map(drawSpans).filter((elements) => elements.length > 0);
      const list: types.RichTextList & { readonly offset?: number } = {
        type: 'rich_text_list',
        style: block.ordered ? 'ordered' : 'bullet',
        elements: items.map((elements) => ({ type: 'rich_text_section', elements })),
        ...(block.ordered && block.start !== undefined && block.start > 1 ? { offset: block.start - 1 } : {}),
      };
      return richText(list);
    }
    case 'code':
      return preformatted(block.text);
    case 'table':
      // Slack's own table block goes to the end of the message and only one is allowed: aligned text stays where it belongs.
      return preformatted(alignedTable(block));
    case 'picture':
      return richText({
        type: 'rich_text_section',
        elements: [{ type: 'text', text: blockText(block), style: { italic: true } }],
      });
  }
}

function richText(element: types.RichTextBlock['elements'][number]): types.RichTextBlock {
  return { type: 'rich_text', elements: [element] };
}

function preformatted(text: string): types.RichTextBlock {
  return richText({ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] });
}

function drawSpans(spans: Spans): (types.RichTextText | types.RichTextLink)[] {
  return spans.filter((span) => span.text !== '' || span.kind === 'link').map(drawSpan);
}

function drawSpan(span: Span): types.RichTextText | types.RichTextLink {
  switch (span.kind) {
    case 'text':
      return { type: 'text', text: span.text };
    case 'strong':
      return { type: 'text', text: span.text, style: { bold: true } };
    case 'code':
      return { type: 'text', text: span.text, style: { code: true } };
    case 'link':
      return /^https?:\/\//.test(span.url) && span.url.length <= limits.linkAddress.most
        ? { type: 'link', url: span.url, text: span.text === '' ? span.url : span.text }
        : { type: 'text', text: spansText([span]) };
  }
}

function drawButtons(buttons: readonly Button[]): types.ActionsBlock {
  return {
    type: 'actions',
    elements: buttons.map((button, index) => ({
      type: 'button',
      text: { type: 'plain_text', text: button.label, emoji: false },
      value: button.payload,
      action_id: `${ACTION_PREFIX}${index}`,
    })),
  };
}

/** The beginning of a message as escaped text for notifications; the blocks hold all of it. */
function fallback(blocks: readonly Block[]): string {
  const text = blocks.map(blockText).join('\n').slice(0, 300);
  return escapeText(text.replace(/[\ud800-\udbff]$/, ''));
}
