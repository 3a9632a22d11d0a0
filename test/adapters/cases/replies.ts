import { expect } from 'vitest';
import type { Reply } from '#contract';
import { replyOf } from '../stub.ts';
import type { Suite } from '../suite.ts';
import { until } from '../waiting.ts';

/** One message, one reply, and silence for everything that is none. */
export function replies({ driver, begin, can, mention, settle }: Suite): void {
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
    expect(session.bot.questions).toHaveLength(2);
  });

  for (const by of ['the bot itself', 'another bot'] as const) {
    can(`silence for ${by}`, async () => {
      const session = await begin();
      await session.say(mention('talking to myself', { by }));
      await session.say({ how: 'direct', text: 'talking to myself', id: 'd1', by });
      expect((await settle(session, 0)).join()).not.toContain('talking to myself');
      expect(session.bot.questions).toHaveLength(1);
    });
  }

  can('silence for edits and unfurls', async () => {
    const session = await begin();
    await session.say(mention('first words', { id: 'm1' }));
    await session.shown(1);
    await session.say(mention('first words', { id: 'm1', change: 'unfurled' }));
    await session.say(mention('first words, better', { id: 'm1', change: 'edited without a mention' }));
    await session.say({ how: 'direct', text: 'changed', id: 'd1', change: 'edited without a mention' });
    await session.say(mention('said before we were here', { id: 'm0', change: 'unfurled' }));
    expect(await settle(session, 1)).toHaveLength(2);
    expect(session.bot.questions).toHaveLength(2);
  });

  can('an edit that adds the mention: one reply', async () => {
    const session = await begin();
    await session.say(mention('now addressed', { id: 'm1', change: 'added the mention' }));
    await session.say(mention('now addressed!', { id: 'm1', change: 'added the mention', delivery: 1 }));
    const texts = await settle(session, 1);
    expect(texts.filter((text) => text.includes('now addressed'))).toHaveLength(1);
    expect(session.bot.questions).toHaveLength(2);
  });
}
