import type { Adapter } from '#contract';

/** What a command is given. */
export type Given = {
  /** The words after the command's name. */
  readonly words: readonly string[];
  /** Names of the platforms there are adapters for, configured or not. */
  readonly platforms: readonly string[];
  load(platform: string): Promise<Adapter>;
};

/** One thing the program does; its result is the exit code, what it throws is shown as one message. */
export type Command = (given: Given) => Promise<number>;
