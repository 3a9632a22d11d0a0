import type { Action } from './action.ts';

/** A run of text. Text is raw: only an adapter escapes it for its platform. */
export type Span =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string };

export type Spans = readonly Span[];

/** What a picture shows, as data; `Bot.picture` turns it into PNG bytes for the adapters that can show one. */
export type Chart = {
  readonly title: string;
  readonly x: { readonly label: string; readonly logarithmic: boolean };
  readonly y: { readonly label: string; readonly logarithmic: boolean };
  readonly lines: readonly {
    readonly name: string;
    readonly style: 'line' | 'step' | 'points';
    readonly points: readonly (readonly [number, number])[];
  }[];
};

export type Block =
  | { readonly kind: 'paragraph'; readonly spans: Spans }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly items: readonly Spans[];
      /** Number of the first item of an ordered list that continues another; 1 without it. */
      readonly start?: number;
    }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'table'; readonly header: readonly Spans[]; readonly rows: readonly (readonly Spans[])[] }
  | { readonly kind: 'caution'; readonly spans: Spans }
  | { readonly kind: 'picture'; readonly name: string; readonly alt: string; readonly chart: Chart };

export type Source = {
  readonly title: string;
  readonly url: string;
  /** What the source speaks about, such as "Triton 3.9". */
  readonly covers: string;
  /** Day on which a person last opened it, YYYY-MM-DD. */
  readonly checked: string;
};

/** A button: what it says and what pressing it does. */
export type Choice = { readonly label: string; readonly action: Action };

/** One line of the explanation of a decision, such as `matched "num_stages"` with its weight. */
export type Reason = { readonly text: string; readonly weight?: number };

/** The library entry, table row or calculation that an answer was made from, such as `triton/software-pipelining`. */
export type Origin = { readonly id: string; readonly stacks: readonly string[] };

type Body = {
  readonly title: string;
  readonly lead: Spans;
  readonly blocks: readonly Block[];
  readonly sources: readonly Source[];
  /** Offered next: neighbouring entries, the other half of a two-part question, the options of a clarifying question. */
  readonly choices: readonly Choice[];
  readonly reasons: readonly Reason[];
  readonly origins: readonly Origin[];
};

/** What the core says, free of any platform: a closed union that every adapter can draw. */
export type Answer =
  | (Body & {
      readonly kind: 'answer';
      /** Calibrated probability, 0 to 1, that this is the right answer. */
      readonly confidence: number;
      /** Day on which a second reader found every claim of the entry in its sources; false while nobody has; absent where no entry answers. */
      readonly verified?: string | false;
      /** Results of a calculation, with the unit in the key. */
      readonly values?: Readonly<Record<string, number | string>>;
    })
  | (Body & { readonly kind: 'clarify'; readonly confidence: number })
  | (Body & { readonly kind: 'unknown' })
  | (Body & { readonly kind: 'notice' });

/** An answer as it leaves the bot: with the reference that its buttons and the log carry. */
export type Reply = {
  readonly answer: Answer;
  readonly reference: string;
  /** Buttons about the reply itself (why, simpler, helped, none of these); drawn after `answer.choices`. */
  readonly actions: readonly Choice[];
};
