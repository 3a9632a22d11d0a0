import { afterEach, describe, expect, test } from 'vitest';
import { type Reply, reference } from '#contract';
import type { Driver, Said, Session } from './driver.ts';
import { recordingLog, replyOf, stubBot } from './stub.ts';
import { until } from './waiting.ts';

/** The adapter contract of the design, once for every adapter; a driver connects it to a stand-in for its platform. */
export function adapterContract(driver: Driver): void {
  describe(`${driver.name} keeps the adapter contract`, () => {
    const sessions: Session[] = [];
    afterEach(async () => {
      await Promise.all(sessions.splice(0).map((session) => session.end()));
    });

    async function begin(): Promise<
      { bot: ReturnType<typeof stubBot>; log: ReturnType<typeof recordingLog> } & Session
    > {
      const bot = stubBot();
      const log = recordingLog();
      const session = await driver.start(bot, log);
      sessions.push(session);
      return { ...session, bot, log };
    }

    /** A case; a driver that cannot have it says why, and the reason stands in the report. */
    function can(name: string, run: () => Promise<void>): void {
      const reason = driver.without[name];
      if (reason === undefined) test(name, run);
      else test.skip(`${name} (${reason})`, run);
    }

    const mention = (text: string, more: Partial<Said> = {}): Said => ({
      how: 'mention',
      text,
      id: reference(),
      ...more,
    });
    /** Waits for a reply to a last question: whatever an earlier message could have caused has been shown by then. */
    async function settle(session: Session, expected: number): Promise<readonly string[]> {
      await session.say(mention('the last one'));
      const shown = await session.shown(expected + 1);
      return shown.map((message) => message.text);
    }

    for (const how of ['mention', 'direct', 'command'] as const) {
      can(`one ${how}, one reply, in its conversation`, async () => {
        const session = await begin();
        await session.say({ how, text: 'how do I hide latency', id: 'm1' });
        const [reply] = await session.shown(1);
        expect(reply?.text).toContain('how do I hide latency');
        expect(reply?.problems).toEqual([]);
        expect(reply?.privately).toBe(how === 'command' && driver.commandsArePrivate);
        expect(session.bot.questions.map(({ text }) => text)).toEqual(['how do I hide latency']);
        expect(session.bot.questions[0]?.day).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(await settle(session, 1)).toHaveLength(2);
      });

      can(`a ${how} is acknowledged before any work`, async () => {
        const session = await begin();
        const held = Promise.withResolvers<Reply>();
        session.bot.answer = () => held.promise;
        await session.say({ how, text: 'slow', id: 'm1' });
        await until('the question', () => session.bot.questions.length === 1);
        held.resolve(replyOf({ title: 'At last' }));
        expect((await session.shown(1))[0]?.text).toContain('At last');
      });

      can(`an empty ${how} reaches the bot, which has help for it`, async () => {
        const session = await begin();
        session.bot.answer = () => replyOf({ title: 'Help' });
        await session.say({ how, text: '', id: 'm1' });
        await session.shown(1);
        expect(session.bot.questions[0]?.text).toBe('');
      });
    }

    can('the same message four times, in other envelopes: one reply', async () => {
      const session = await begin();
      for (const delivery of [0, 1, 2, 3]) await session.say(mention('again and again', { id: 'm1', delivery }));
      const texts = await settle(session, 1);
      expect(texts.filter((text) => text.includes('again and again'))).toHaveLength(1);
    });

    for (const by of ['the bot itself', 'another bot'] as const) {
      can(`silence for ${by}`, async () => {
        const session = await begin();
        await session.say(mention('talking to myself', { by }));
        await session.say({ how: 'direct', text: 'talking to myself', id: 'd1', by });
        expect((await settle(session, 0)).join()).not.toContain('talking to myself');
      });
    }

    can('silence for edits and unfurls', async () => {
      const session = await begin();
      await session.say(mention('first words', { id: 'm1' }));
      await session.shown(1);
      await session.say(mention('first words', { id: 'm1', change: 'unfurled' }));
      await session.say(mention('first words, better', { id: 'm1', change: 'edited without a mention' }));
      await session.say({ how: 'direct', text: 'changed', id: 'd1', change: 'edited without a mention' });
      expect(await settle(session, 1)).toHaveLength(2);
    });

    can('an edit that adds the mention: one reply', async () => {
      const session = await begin();
      await session.say(mention('now addressed', { id: 'm1', change: 'added the mention' }));
      await session.say(mention('now addressed!', { id: 'm1', change: 'added the mention', delivery: 1 }));
      const texts = await settle(session, 1);
      expect(texts.filter((text) => text.includes('now addressed'))).toHaveLength(1);
    });

    can('follow-ups keep the context of their conversation, other conversations do not', async () => {
      const session = await begin();
      await session.say(mention('one', { id: 'm1' }));
      const [first] = await session.shown(1);
      await session.say(mention('two', { id: 'm2', in: first?.place ?? '' }));
      await session.shown(2);
      await session.say(mention('three', { id: 'm3' }));
      const shown = await session.shown(3);
      const threads = session.bot.questions.map((question) => question.thread);
      expect(threads[1]).toBe(threads[0]);
      expect(threads[2]).not.toBe(threads[0]);
      expect(shown[1]?.place).toBe(shown[0]?.place);
      expect(shown[2]?.place).not.toBe(shown[0]?.place);
    });

    can('direct messages of one person share their context', async () => {
      const session = await begin();
      await session.say({ how: 'direct', text: 'one', id: 'm1' });
      await session.shown(1);
      await session.say({ how: 'direct', text: 'two', id: 'm2' });
      await session.shown(2);
      const threads = session.bot.questions.map((question) => question.thread);
      expect(threads[1]).toBe(threads[0]);
    });

    const CHOICE = { label: 'On ROCm', action: { do: 'show', entry: 'rocm/tiling' } } as const;

    for (const how of ['mention', 'direct', 'command'] as const) {
      can(`buttons of a ${how} work after a restart, in their conversation`, async () => {
        const before = await begin();
        before.bot.answer = () => replyOf({ title: 'Tiling', choices: [CHOICE] });
        await before.say({ how, text: 'tiling', id: 'm1' });
        const [reply] = await before.shown(1);
        if (reply === undefined) throw new Error('no reply');
        expect(reply.buttons.map(({ label }) => label)).toEqual(['On ROCm', 'Why?', 'Helped']);
        await before.end();
        const after = await begin();
        await after.press(reply, 'show:rocm/tiling');
        const [answer] = await after.shown(1);
        expect(answer?.text).toContain('Done');
        expect(answer?.place).toBe(reply.place);
        expect(after.bot.acts).toEqual([
          { action: CHOICE.action, thread: before.bot.questions[0]?.thread, asker: before.bot.questions[0]?.asker },
        ]);
      });
    }

    can('a verdict is confirmed, and one press delivered twice counts once', async () => {
      const session = await begin();
      await session.say(mention('tiling'));
      const [reply] = await session.shown(1);
      if (reply === undefined) throw new Error('no reply');
      await session.press(reply, 'helped:ab12cd34ef', 0);
      await session.press(reply, 'helped:ab12cd34ef', 1);
      const shown = await session.shown(2);
      expect(shown[1]).toMatchObject({ place: reply.place, privately: true, problems: [] });
      expect(shown[1]?.text).toContain('Done');
      expect(await settle(session, 2)).toHaveLength(3);
      expect(session.bot.acts.map(({ action }) => action)).toEqual([{ do: 'helped', reference: 'ab12cd34ef' }]);
    });

    can('a button of another version is explained', async () => {
      const session = await begin();
      await session.say(mention('tiling'));
      const [reply] = await session.shown(1);
      if (reply === undefined) throw new Error('no reply');
      await session.press(reply, 'transmogrify:x');
      expect((await session.shown(2))[1]?.text).toContain('another version');
      expect(session.bot.acts).toEqual([]);
    });

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

    for (const how of ['mention', 'command'] as const) {
      can(
        `a bot that throws on a ${how}: an apology with the log's reference, and the next question works`,
        async () => {
          const session = await begin();
          const works = session.bot.answer;
          session.bot.answer = () => {
            throw new Error('secret words of the asker');
          };
          await session.say({ how, text: 'boom', id: 'm1' });
          const [sorry] = await session.shown(1);
          const failure = session.log.lines.find((line) => line.level === 'error');
          const code = (failure?.fields as { reference?: string } | undefined)?.reference ?? 'none';
          expect(sorry?.text).toContain(code);
          expect(sorry?.text).not.toMatch(/secret words|Error|\.ts:/);
          expect(JSON.stringify(session.log.lines)).not.toContain('secret words');
          session.bot.answer = works;
          await session.say({ how, text: 'still there?', id: 'm2' });
          expect((await session.shown(2))[1]?.text).toContain('still there?');
        },
      );
    }

    can('a bot that throws on a button: an apology with the reference of the log', async () => {
      const session = await begin();
      await session.say(mention('tiling'));
      const [reply] = await session.shown(1);
      if (reply === undefined) throw new Error('no reply');
      session.bot.react = () => Promise.reject(new Error('boom'));
      await session.press(reply, 'why:ab12cd34ef');
      const sorry = (await session.shown(2))[1];
      const failure = session.log.lines.find((line) => line.level === 'error');
      expect(sorry?.text).toContain((failure?.fields as { reference?: string } | undefined)?.reference ?? 'none');
    });

    for (const refusal of ['rate limit', 'server error'] as const) {
      for (const how of ['mention', 'command'] as const) {
        can(`a ${refusal} of the platform on a ${how}: the reply arrives once`, async () => {
          const session = await begin();
          session.refuse(refusal, 1);
          await session.say({ how, text: 'patience', id: 'm1' });
          const texts = await settle(session, 1);
          expect(texts.filter((text) => text.includes('patience'))).toHaveLength(1);
          expect(texts).toHaveLength(2);
        });
      }
    }

    can('health is ready when connected and not when the connection is dead', async () => {
      const session = await begin();
      expect(session.running.health()).toMatchObject({ ready: true });
      await session.cut();
      await until('not ready', () => !session.running.health().ready);
    });

    can('stop finishes the work in hand', async () => {
      const session = await begin();
      const held = Promise.withResolvers<Reply>();
      session.bot.answer = () => held.promise;
      await session.say(mention('in hand'));
      await until('the question', () => session.bot.questions.length === 1);
      const stopped = session.running.stop();
      held.resolve(replyOf({ title: 'Finished' }));
      await stopped;
      expect((await session.shown(1))[0]?.text).toContain('Finished');
      expect(session.running.health().ready).toBe(false);
    });

    can('stop ends within a second even when an answer never comes', async () => {
      const session = await begin();
      session.bot.answer = () => new Promise<Reply>(() => undefined);
      await session.say(mention('never'));
      await until('the question', () => session.bot.questions.length === 1);
      const before = performance.now();
      await session.running.stop();
      expect(performance.now() - before).toBeLessThan(1000);
    });

    for (const setting of driver.needs) {
      test(`without ${setting} the start names it`, async () => {
        await expect(driver.startWithout?.(setting)).rejects.toThrow(setting);
      });
    }
    for (const setting of driver.refusable) {
      test(`a ${setting} that the platform refuses is named, with where to get one`, async () => {
        await expect(driver.startRefused?.(setting)).rejects.toThrow(new RegExp(`${setting}.*—`));
      });
    }
  });
}

/** Text without white space and the invisible marks that some platforms need: what a reader's eye compares. */
export function squeezed(text: string): string {
  return text.replaceAll(/[\s\u200b]+/g, '');
}
