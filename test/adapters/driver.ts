import type { Bot, Log, Running } from '#contract';

/** One outgoing message as its readers see it. */
export type Shown = {
  /** Name of the conversation that it stands in, as the driver names conversations in `Said.in`. */
  readonly place: string;
  /** Everything readable in it, literally; the contents of an attached text file too. */
  readonly text: string;
  readonly buttons: readonly { readonly label: string; readonly payload: string }[];
  /** Visible to the asker alone. */
  readonly privately: boolean;
  /** What breaks a published limit of the platform or would ping somebody; empty for a good message. */
  readonly problems: readonly string[];
};

/** Somebody writes something. */
export type Said = {
  readonly how: 'mention' | 'direct' | 'command';
  readonly text: string;
  /** Names the message: the same name is the same message again, however it is delivered. */
  readonly id: string;
  /** The conversation (`Shown.place`) that it continues; without it a new one begins. */
  readonly in?: string;
  readonly by?: 'person' | 'the bot itself' | 'another bot';
  /** How often this message was delivered before; every delivery comes in an envelope of its own. */
  readonly delivery?: number;
  /** The message is not new but changed: by its author, who `added the mention` or not, or by an unfurled link. */
  readonly change?: 'added the mention' | 'edited without a mention' | 'unfurled';
};

/** An adapter connected to a stand-in for its platform. */
export type Session = {
  readonly running: Running;
  /** Delivers a message; resolves when the adapter has acknowledged it, before any answer. */
  say(said: Said): Promise<void>;
  /** Presses a button of a shown message; `delivery` as above. */
  press(shown: Shown, payload: string, delivery?: number): Promise<void>;
  /** Waits for so many messages since the start and returns all there are. */
  shown(count: number): Promise<readonly Shown[]>;
  /** Waits for a message with buttons, the last of an answer, and returns all messages since the start. */
  whole(): Promise<readonly Shown[]>;
  /** Lets the platform refuse the next messages, once each, in this way. */
  refuse(how: 'rate limit' | 'server error', times: number): void;
  /** Breaks the connection; resolves when the platform saw it break. */
  cut(): Promise<void>;
  /** Stops what still runs. */
  end(): Promise<void>;
};

/** How the contract suite reaches one adapter. */
export type Driver = {
  readonly name: string;
  /** Starts the adapter, connected. */
  start(bot: Bot, log: Log): Promise<Session>;
  /** Tries to start with one setting left out, or with a token that the platform refuses. */
  startWithout?(setting: string): Promise<void>;
  startRefused?(setting: string): Promise<void>;
  /** Settings that a start cannot do without, and those whose wrong value the platform finds. */
  readonly needs: readonly string[];
  readonly refusable: readonly string[];
  /** Does a command's answer show to its asker alone? */
  readonly commandsArePrivate: boolean;
  /** Cases that this platform cannot have, each with the reason. */
  readonly without: Readonly<Partial<Record<string, string>>>;
};
