import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, blockText, documentOf, type Fitted, fitBlocks, type Room, sourcesOf } from '#contract';
import { addressesIn, answers, runsOf, squeezed } from './answers.ts';

/** A platform that shows blocks as plain text, tables of at most 60 characters a row. */
const ROOM: Room = {
  size: (block) => (block.kind === 'table' && tooWide(block) ? Infinity : blockText(block).length),
  block: 600,
  message: 1000,
  gap: 2,
  blocks: 6,
  messages: Infinity,
};

const NOTICE: Block = { kind: 'paragraph', spans: [{ kind: 'text', text: 'The rest is in the file.' }] };

function tooWide(block: Block): boolean {
  return blockText(block)
    .split('\n')
    .some((row) => row.length > 60);
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', spans: [{ kind: 'text', text }] };
}

function textOf(fitted: Fitted): string {
  return fitted.messages.flat().map(blockText).join('\n');
}

function fitted(blocks: readonly Block[], room: Partial<Room> = {}, closing: readonly Block[] = []): Fitted {
  return fitBlocks({ blocks, closing, notice: NOTICE }, { ...ROOM, ...room });
}

function expectToHold({ messages }: Fitted, room: Room): void {
  for (const message of messages) {
    const sizes = message.map(room.size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(room.block);
    expect(sizes.reduce((sum, size) => sum + size, room.gap * (sizes.length - 1))).toBeLessThanOrEqual(room.message);
    expect(message.length).toBeLessThanOrEqual(room.blocks);
  }
  expect(messages.length).toBeLessThanOrEqual(room.messages);
}

describe('any answer', () => {
  test('fits, and every run of its text is there', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const result = fitted(documentOf(answer), {}, sourcesOf(answer));
        expectToHold(result, ROOM);
        expect(result.overflow).toBe(false);
        const given = [...documentOf(answer), ...sourcesOf(answer)];
        const drawn = result.messages.flat();
        const text = squeezed(runsOf(drawn).join(''));
        expect(runsOf(given).filter((run) => !text.includes(squeezed(run)))).toEqual([]);
        for (const address of addressesIn(given)) expect(textOf(result)).toContain(address);
        // A table that became a list names its columns in every record: there alone something is added.
        if (given.every((block) => block.kind !== 'table')) expect(text).toBe(squeezed(runsOf(given).join('')));
      }),
      { numRuns: 400, endOnFailure: true },
    );
  });

  test('that needs too many messages says where the rest is, beside its sources', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 4 }), (answer, messages) => {
        const room = { ...ROOM, messages };
        const free = fitted(documentOf(answer), {}, sourcesOf(answer));
        const result = fitted(documentOf(answer), { messages }, sourcesOf(answer));
        expectToHold(result, room);
        if (free.messages.length <= messages) return;
        expect(result.overflow).toBe(true);
        const [notice, ...sources] = result.messages.at(-1) ?? [];
        expect(notice).toEqual(NOTICE);
        if (answer.sources.length > 0) expect(sources[0]).toEqual(sourcesOf(answer)[0]);
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });
});

describe('text', () => {
  test('is broken at the ends of sentences, and nothing of it changes', () => {
    const text = 'One sentence about a warp that waits for memory. '.repeat(60);
    const pieces = fitted([paragraph(text)])
      .messages.flat()
      .map(blockText);
    expect(pieces.join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(4);
    for (const piece of pieces) expect(piece).toMatch(/memory\. $/);
  });

  test('is broken at the end of a paragraph before that of a sentence', () => {
    const text = `${'Short. '.repeat(60)}\n\n${'Other. '.repeat(60)}`;
    const [first, second] = fitted([paragraph(text)])
      .messages.flat()
      .map(blockText);
    expect(first).toMatch(/\n\n$/);
    expect(second).toMatch(/^Other/);
  });

  test('is broken between words when it has no sentences', () => {
    const text = 'word '.repeat(500);
    for (const piece of fitted([paragraph(text)])
      .messages.flat()
      .map(blockText))
      expect(piece).toMatch(/^(word )+$/);
  });

  test('is not broken inside code or a link', () => {
    const spans = Array.from({ length: 80 }, (_, index) =>
      index % 2 === 0
        ? ({ kind: 'code', text: `float a b ${index}` } as const)
        : ({ kind: 'link', text: `a link. of words ${index}`, url: 'https://docs.test' } as const),
    );
    const pieces = fitted([{ kind: 'paragraph', spans }]).messages.flat();
    const kept = pieces.flatMap((piece) => (piece.kind === 'paragraph' ? piece.spans : []));
    expect(kept).toEqual(spans);
  });

  test('without any break is cut between characters, never inside one', () => {
    const text = '🚀'.repeat(1000);
    const pieces = fitted([paragraph(text)], { block: 601 })
      .messages.flat()
      .map(blockText);
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) expect(piece).toMatch(/^🚀+$/u);
  });
});

describe('code', () => {
  const lines = Array.from({ length: 100 }, (_, line) => `  c[${line}] = a[${line}] + b[${line}];`);
  const code: Block = { kind: 'code', language: 'cpp', text: lines.join('\n') };

  test('is cut between its lines, each piece in its language', () => {
    const pieces = fitted([code]).messages.flat();
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.map((piece) => (piece.kind === 'code' ? piece.text : '')).join('\n')).toBe(code.text);
    for (const piece of pieces) expect(piece).toMatchObject({ kind: 'code', language: 'cpp' });
  });

  test('with a line too long for a message is left to the file', () => {
    const long: Block = { kind: 'code', language: 'c', text: `short\n${'x'.repeat(2000)}` };
    expect(fitted([paragraph('before'), long], { messages: 4 })).toEqual({
      messages: [[paragraph('before'), NOTICE]],
      overflow: true,
    });
  });

  test('with a line too long is cut inside it only where no file can be sent', () => {
    const long: Block = { kind: 'code', language: 'c', text: 'x'.repeat(2000) };
    const result = fitted([long]);
    expect(result.overflow).toBe(false);
    expect(
      result.messages
        .flat()
        .map((piece) => (piece.kind === 'code' ? piece.text : ''))
        .join(''),
    ).toBe('x'.repeat(2000));
  });
});

describe('lists and tables', () => {
  const cell = (text: string) => [{ kind: 'text', text } as const];

  test('an ordered list keeps its numbers across pieces', () => {
    const items = Array.from({ length: 40 }, (_, index) => cell(`${'step '.repeat(8)}${index + 1}`));
    const pieces = fitted([{ kind: 'list', ordered: true, items }]).messages.flat();
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) {
      if (piece.kind !== 'list') throw new Error('not a list');
      expect(piece.items[0]?.[0]?.text).toMatch(new RegExp(` ${piece.start ?? 1}$`));
    }
  });

  test('a long table repeats its header', () => {
    const rows = Array.from({ length: 100 }, (_, index) => [cell(`row ${index}`), cell('value')]);
    const pieces = fitted([{ kind: 'table', header: [cell('name'), cell('size')], rows }]).messages.flat();
    expect(pieces.flatMap((piece) => (piece.kind === 'table' ? piece.rows : []))).toEqual(rows);
    for (const piece of pieces) expect(piece).toMatchObject({ header: [cell('name'), cell('size')] });
  });

  test('a table that is too wide becomes a list of records', () => {
    const table: Block = {
      kind: 'table',
      header: [cell('GPU'), cell('what to know')],
      rows: [[cell('H200'), cell('141 GB of HBM3e at 4.8 TB/s, and as much compute as an H100')]],
    };
    expect(textOf(fitted([table]))).toBe(
      '- GPU: H200 · what to know: 141 GB of HBM3e at 4.8 TB/s, and as much compute as an H100',
    );
  });
});

describe('the end', () => {
  test('sources stay together on the last message', () => {
    const closing = [paragraph('Sources'), paragraph('s'.repeat(300))];
    const { messages } = fitted([paragraph('Words. '.repeat(100))], {}, closing);
    expect(messages.at(-1)).toEqual(closing);
  });

  test('blocks with nothing to read are left out', () => {
    expect(
      fitted([
        paragraph(' '),
        { kind: 'code', language: 'c', text: '\n' },
        { kind: 'list', ordered: false, items: [[]] },
      ]),
    ).toEqual({
      messages: [],
      overflow: false,
    });
  });
});
