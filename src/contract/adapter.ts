import type { Action } from './action.ts';
import type { Chart, Reply } from './answer.ts';
import type { Question } from './question.ts';

/** One setting that an adapter needs, as data: `src/settings.ts` reads it and names what is wrong. */
export type Setting = {
  /** Name of the environment variable; a secret is also read from the file named by `<NAME>_FILE`. */
  readonly name: string;
  readonly secret: boolean;
  /** `required` switches the adapter on: it starts when every required setting is present, and one of its modes complete. */
  readonly required: boolean;
  readonly meaning: string;
  /** Where a person gets the value. */
  readonly where: string;
  /** What a value must look like, such as the prefix `xoxb-`, with words for the error message. */
  readonly form?: { readonly pattern: RegExp; readonly words: string };
};

/** Everything an adapter may ask of the core. No method throws for a question it cannot answer: that is a reply too. */
export type Bot = {
  /** Answers a question; undefined when one of its deliveries was answered before. */
  ask(question: Question): Promise<Reply | undefined>;
  /** Carries out a pressed button, in the thread that it stands in. */
  act(action: Action, pressed: Omit<Question, 'text' | 'deliveries'>): Promise<Reply>;
  /** Titles that contain the typed words, best first, for autocomplete; at most `count`. */
  titles(typed: string, count: number): readonly { readonly title: string; readonly entry: string }[];
  /** PNG bytes of a chart. */
  picture(chart: Chart): Promise<Uint8Array>;
};

/** One line in the log: an event in a few words and its fields. Never a message's text, never a secret. */
export type Log = (
  level: 'info' | 'warning' | 'error',
  event: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** A started adapter. */
export type Running = {
  /** Ready to receive, and what it is connected to, for /healthz. */
  health(): { readonly ready: boolean; readonly detail: string };
  /** Stops taking new events, finishes those in hand, ends within a second. */
  stop(): Promise<void>;
};

/** One platform. `adapters/<name>/index.ts` exports it under the name `adapter`. */
export type Adapter = {
  readonly name: string;
  readonly settings: readonly Setting[];
  /**
   * Ways to connect that need further settings, in order of preference; without it `required` alone decides. One of them
   * must have all its settings; the last is the default, whose missing settings an error message names.
   */
  readonly modes?: readonly { readonly name: string; readonly needs: readonly string[] }[];
  /** Connects; rejects with an Error whose message names the wrong setting and the fix. */
  start(context: {
    readonly settings: Readonly<Record<string, string>>;
    readonly bot: Bot;
    readonly log: Log;
  }): Promise<Running>;
};
