import type { Reason } from '../contract/index.ts';
import type { Entry } from '../knowledge/library.ts';

/** What a conversation is about so far: what a follow-up may leave unsaid. */
export type Context = {
  /** Entry that was answered last. */
  readonly entry?: string;
  readonly topic?: string;
  readonly stack?: string;
  readonly hardware?: string;
  /** Entries that the last reply offered as choices. */
  readonly offered?: readonly string[];
};

/** One entry that may answer, with how strongly and why. */
export type Candidate = {
  readonly entry: Entry;
  /** Calibrated probability, 0 to 1, that this entry is the right answer. */
  readonly probability: number;
  readonly reasons: readonly Reason[];
};

export const NOTICES = ['greeting', 'thanks', 'help', 'empty', 'too-long', 'picture', 'language'] as const;
export type Notice = (typeof NOTICES)[number];

/** What to do with a question. Not knowing is a decision, never an exception. */
export type Decision =
  | {
      readonly kind: 'answer';
      readonly best: Candidate;
      /** The second question of a message that held two, when it routes by itself. */
      readonly also: readonly Candidate[];
      /** What the runner-up was, for the why. */
      readonly runnerUp: Candidate | undefined;
      readonly reasons: readonly Reason[];
    }
  | {
      readonly kind: 'clarify';
      /** `close`: two entries are as likely; `case`: several choices are, and only the asker knows the case; `stack`: only the stack is missing; `name`: a word means two things. */
      readonly about: 'close' | 'case' | 'stack' | 'name';
      /** What to ask back, in one line. */
      readonly question: string;
      /** 2 or 3 ways on: an entry, or (for `name`) a complete question to ask. */
      readonly options: readonly ({ readonly entry: Entry } | { readonly label: string; readonly ask: string })[];
      readonly probability: number;
      readonly reasons: readonly Reason[];
    }
  | {
      readonly kind: 'unknown';
      /** Nearest entries, best first, at most three: offered as topics, never as advice. */
      readonly nearest: readonly Entry[];
      /** Stacks that the question names: their trackers are offered. */
      readonly stacks: readonly string[];
      readonly reasons: readonly Reason[];
    }
  | { readonly kind: 'notice'; readonly notice: Notice; readonly reasons: readonly Reason[] };

/** The whole of routing behind two functions: pure, synchronous, the same bytes in, the same decision out. */
export type Router = {
  route(question: { readonly text: string; readonly picture?: boolean }, context?: Context): Decision;
  /** Stacks that a text names, in its order. */
  stacks(text: string): readonly string[];
  /** The words of a text without those that name stacks: what a comparison of stacks is about. */
  subject(text: string): string;
  /** Normalized terms of a text (no free text, no digits runs that could identify), for gaps. */
  terms(text: string): readonly string[];
};
