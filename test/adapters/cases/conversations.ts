import { expect } from 'vitest';
import { replyOf } from '../stub.ts';
import type { Suite } from '../suite.ts';

/** Context belongs to a conversation, and buttons work in theirs, whenever they are pressed. */
export function conversations({ begin, can, mention, settle }: Suite): void {
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
}
