import { expect, test } from 'vitest';
import type { Reply } from '#contract';
import { replyOf } from '../stub.ts';
import type { Suite } from '../suite.ts';
import { until } from '../waiting.ts';

/** What breaks is told with a reference, repeated where that is safe, and never ends the adapter. */
export function failures({ driver, begin, can, mention, settle }: Suite): void {
  for (const how of ['mention', 'command'] as const) {
    can(`a bot that throws on a ${how}: an apology with the log's reference, and the next question works`, async () => {
      const session = await begin();
      const works = session.bot.answer;
      session.bot.answer = () => {
        throw new Error('secret words of the asker');
      };
      await session.say({ how, text: 'boom', id: 'm1' });
      const [sorry] = await session.shown(1);
      expect(sorry?.text).toContain(session.log.failure());
      expect(sorry?.text).not.toMatch(/secret words|Error|\.ts:/);
      expect(JSON.stringify(session.log.lines)).not.toContain('secret words');
      session.bot.answer = works;
      await session.say({ how, text: 'still there?', id: 'm2' });
      expect((await session.shown(2))[1]?.text).toContain('still there?');
    });
  }

  can('a bot that throws on a button: an apology with the reference of the log', async () => {
    const session = await begin();
    await session.say(mention('tiling'));
    const [reply] = await session.shown(1);
    if (reply === undefined) throw new Error('no reply');
    session.bot.react = () => Promise.reject(new Error('boom'));
    await session.press(reply, 'why:ab12cd34ef');
    const sorry = (await session.shown(2))[1];
    expect(sorry?.text).toContain(session.log.failure());
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
    session.bot.answer = () =>
      new Promise<Reply>((resolve) => setTimeout(resolve, 300, replyOf({ title: 'Finished' })));
    await session.say(mention('in hand'));
    await until('the question', () => session.bot.questions.length === 1);
    await session.running.stop();
    // Not waited for: it is there by now.
    expect((await session.shown(0))[0]?.text).toContain('Finished');
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
}
