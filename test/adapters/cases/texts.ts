import { expect } from 'vitest';
import { squeezed } from '../../contract/answers.ts';
import { replyOf } from '../stub.ts';
import type { Suite } from '../suite.ts';

/** Text goes in and comes out literally and whole. */
export function texts({ begin, can, mention }: Suite): void {
  const HOSTILE = [
    '@everyone @here <!channel> <!here|x> <@U0BOT> <@123456789012345678> <@&123> <#C1> :smile: <:x:123>',
    '*not bold* _not italic_ ~no~ ~~no~~ `tick` ``two`` ||spoiler|| [a](http://x.test) # head',
    '> quote\n- dash\n+ plus\n1. one\n-# small\n>>> all\n```fence\nopen',
    'float **a, float** b && a < b > c & &amp; \\*x\\* __init__ snake_case_name {"k": [1]}',
  ].join('\n');

  can('hostile text comes out literally and pings nobody', async () => {
    const session = await begin();
    session.bot.answer = () =>
      replyOf({
        title: HOSTILE.replaceAll('\n', ' '),
        lead: [
          { kind: 'text', text: HOSTILE },
          { kind: 'strong', text: 'a*b_c@everyone' },
          { kind: 'code', text: 'a`b@everyone' },
        ],
        blocks: [
          { kind: 'code', language: 'c', text: HOSTILE },
          {
            kind: 'table',
            header: [[{ kind: 'text', text: '@here|*x*' }]],
            rows: [[[{ kind: 'text', text: '<!channel>' }]]],
          },
          {
            kind: 'list',
            ordered: false,
            items: [[{ kind: 'link', text: '@everyone](x', url: 'javascript:alert(1)' }]],
          },
        ],
        choices: [{ label: '<!channel> @everyone *x*', action: { do: 'ask', text: '@everyone' } }],
      });
    await session.say(mention('say it'));
    const shown = await session.shown(1);
    const text = shown.map((message) => message.text).join('\n');
    expect(shown.flatMap((message) => message.problems)).toEqual([]);
    for (const line of HOSTILE.split('\n')) expect(squeezed(text)).toContain(squeezed(line));
    for (const words of [
      'a*b_c@everyone',
      'a`b@everyone',
      '@here|*x*',
      '<!channel>',
      '@everyone](x',
      'javascript:alert(1)',
    ]) {
      expect(squeezed(text)).toContain(squeezed(words));
    }
    expect(shown.flatMap(({ buttons }) => buttons)[0]).toEqual({
      label: '<!channel> @everyone *x*',
      payload: 'ask:@everyone',
    });
  });

  can('a question arrives as it was typed', async () => {
    const session = await begin();
    const text = 'why is std::vector<int*> & a<b>c slow?\n```\nerror: x > y && z\n```';
    await session.say(mention(text));
    await session.shown(1);
    expect(session.bot.questions[0]?.text).toBe(text);
  });

  can('a long answer arrives whole, in order, its sources and buttons at the end', async () => {
    const session = await begin();
    const lines = Array.from({ length: 400 }, (_, line) => `  line_${line} = a[${line}] * b[${line}];`);
    const rows = Array.from({ length: 60 }, (_, row) =>
      [`r${row}`, `cell ${row}`].map((text) => [{ kind: 'text', text } as const]),
    );
    session.bot.answer = () =>
      replyOf({
        title: 'Long',
        lead: [{ kind: 'text', text: 'A sentence of the lead. '.repeat(200) }],
        blocks: [
          { kind: 'code', language: 'cpp', text: lines.join('\n') },
          { kind: 'table', header: ['h1', 'h2'].map((text) => [{ kind: 'text', text } as const]), rows },
        ],
        sources: [{ title: 'The guide', url: 'https://docs.test/guide', covers: 'CUDA 13', checked: '2026-12-01' }],
      });
    await session.say(mention('long'));
    const shown = await session.whole();
    const text = squeezed(shown.map((message) => message.text).join('\n'));
    expect(shown.flatMap((message) => message.problems)).toEqual([]);
    expect(new Set(shown.map(({ place }) => place)).size).toBe(1);
    let place = 0;
    for (const line of [...lines, ...rows.flat(2).map((span) => span.text)]) {
      const found = text.indexOf(squeezed(line), place);
      expect(found, line).toBeGreaterThanOrEqual(place);
      place = found;
    }
    expect(shown.at(-1)?.text).toContain('https://docs.test/guide');
    expect(shown.at(-1)?.buttons.map(({ label }) => label)).toEqual(['Why?', 'Helped']);
    expect(shown.slice(0, -1).flatMap(({ buttons }) => buttons)).toEqual([]);
  });
}
