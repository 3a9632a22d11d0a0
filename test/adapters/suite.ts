import { afterEach, test } from 'vitest';
import { reference } from '#contract';
import type { Driver, Said, Session } from './driver.ts';
import { type RecordingLog, recordingLog, type Stub, stubBot } from './stub.ts';

/** What every group of cases works with. */
export type Suite = {
  readonly driver: Driver;
  /** A started adapter with its stub and its log, stopped after the case. */
  begin(): Promise<Session & { readonly bot: Stub; readonly log: RecordingLog }>;
  /** A case; a driver that cannot have it says why, and the reason stands in the report. */
  can(name: string, run: () => Promise<void>): void;
  mention(text: string, more?: Partial<Said>): Said;
  /** Waits for the reply to a last question: whatever an earlier message could have caused was asked and shown by then. */
  settle(session: Session, expected: number): Promise<readonly string[]>;
};

export function suiteFor(driver: Driver): Suite {
  const sessions: Session[] = [];
  afterEach(async () => {
    await Promise.all(sessions.splice(0).map((session) => session.end()));
  });
  const mention = (text: string, more: Partial<Said> = {}): Said => ({
    how: 'mention',
    text,
    id: reference(),
    ...more,
  });
  return {
    driver,
    mention,
    async begin() {
      const bot = stubBot();
      const log = recordingLog();
      const session = await driver.start(bot, log);
      sessions.push(session);
      return { ...session, bot, log };
    },
    can(name, run) {
      const reason = driver.without[name];
      if (reason === undefined) test(name, run);
      else test.skip(`${name} (${reason})`, run);
    },
    async settle(session, expected) {
      await session.say(mention('the last one'));
      const shown = await session.shown(expected + 1);
      return shown.map((message) => message.text);
    },
  };
}
