import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, documentOf, sourcesOf } from '#contract';
import { draw } from '../../../adapters/discord/draw.ts';
import { literal, markdownOf } from '../../../adapters/discord/markdown.ts';
import { answers, runsOf, squeezed } from '../../contract/answers.ts';
import { replyOf } from '../stub.ts';
import { problemsOf, readMarkdown } from './payload.ts';

test('1,000 random answers draw within the limits of Discord and lose no text and no button', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const reply = replyOf(answer);
      const messages = draw(reply);
      const problems = messages.flatMap(({ content, rows }) =>
        problemsOf({
          files: [],
          payload: {
            content,
            flags: 4,
            allowed_mentions: { parse: [], replied_user: false },
            components: rows.map((row) => ({
              type: 1,
              components: row.map((button) => ({ type: 2, style: 2, label: button.label, custom_id: button.payload })),
            })),
          },
        }),
      );
      expect(problems).toEqual([]);
      expect(messages.length).toBeLessThanOrEqual(5);
      const file = messages.at(-1)?.file;
      const shown = file?.text ?? messages.map(({ content }) => readMarkdown(content).text).join('');
      // A caution that goes on in a second block says again that it is one.
      const text = squeezed(shown).replaceAll('Caution:', '');
      const runs = runsOf([...documentOf(answer), ...sourcesOf(answer)]).map(squeezed);
      expect(runs.filter((run) => !text.includes(run))).toEqual([]);
      const labels = messages.flatMap(({ rows }) => rows.flat()).map(({ label }) => label);
      const offered = [...answer.choices, ...reply.actions].map(({ label }) => label);
      expect(offered.filter((label) => !labels.includes(label) && !text.includes(squeezed(label)))).toEqual([]);
      expect(
        messages
          .at(-1)
          ?.rows.flat()
          .slice(-2)
          .map(({ label }) => label),
      ).toEqual(['Why?', 'Helped']);
    }),
    { numRuns: 1000, endOnFailure: true },
  );
});

describe('text stays literal', () => {
  test.each([
    '@everyone @here <@1> <@!1> <@&1> <#1> <:smile:1>',
    '**a** __b__ *c* _d_ ~~e~~ ||f|| `g` ``h`` ```i```',
    '# one\n## two\n-# three\n> four\n>>> five\n- six\n* seven\n+ eight\n1. nine',
    'C:\\temp\\*.cu and \\* and \\\\',
    '[words](https://a.test)',
    'see https://a.test/b_c_d?e=*f* now',
  ])('%j', (text) => {
    expect(readMarkdown(literal(text))).toEqual({ text, problems: [] });
  });

  test('in code, even three backticks', () => {
    const block: Block = { kind: 'code', language: 'md', text: 'a\n```\nb\n````\n' };
    const { text, problems } = readMarkdown(markdownOf(block));
    expect(problems).toEqual([]);
    expect(text.replaceAll('\u200b', '')).toBe(block.text);
  });

  test('in neighbouring code and strong words', () => {
    const spans = ['code', 'code', 'strong', 'strong', 'code'].map((kind) => ({ kind, text: 'a' }) as const);
    const { text, problems } = readMarkdown(markdownOf({ kind: 'paragraph', spans: spans as never }));
    expect(problems).toEqual([]);
    expect(squeezed(text)).toBe('aaaaa');
  });
});

test('a link whose words look like another address shows both', () => {
  const block: Block = { kind: 'paragraph', spans: [{ kind: 'link', text: 'https://a.test', url: 'https://b.test' }] };
  expect(markdownOf(block)).toBe('<https://a.test> (<https://b.test>)');
});

test('a long code block keeps its language in every message', () => {
  const text = Array.from({ length: 150 }, (_, line) => `c[${line}] = a[${line}] * b[${line}];`).join('\n');
  const messages = draw(replyOf({ title: 'Code', blocks: [{ kind: 'code', language: 'cuda', text }] }));
  expect(messages.length).toBeGreaterThan(1);
  for (const { content } of messages) expect(content).toMatch(/```cuda\n[\s\S]+\n```$/);
});

test('a line of code too long for a message comes in a file, and the text says so', () => {
  const text = 'x'.repeat(3000);
  const [message, ...others] = draw(replyOf({ title: 'Code', blocks: [{ kind: 'code', language: 'c', text }] }));
  expect(others).toEqual([]);
  expect(message?.content).toContain('attached file');
  expect(message?.file).toMatchObject({ name: 'answer-ab12cd34ef.md' });
  expect(message?.file?.text).toContain(text);
});
