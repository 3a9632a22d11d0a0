import type { Answer, Block, Chart, Choice, Origin, Source, Spans } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Device } from './device.ts';

/** The inputs were read from the question itself: what is left to doubt is that they were meant so. */
const CERTAIN = 0.95;

/** A calculation's result, before it is an answer. */
export type Worked = {
  /** Such as `occupancy`: the origin is `calculation/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  /** One line a step, with the numbers filled in. */
  readonly working: readonly string[];
  /** What to change, or what to mind. */
  readonly notes?: readonly string[];
  readonly values: Readonly<Record<string, number | string>>;
  readonly sources: readonly Source[];
  readonly stacks: readonly string[];
  readonly chart?: Chart | undefined;
  readonly choices?: readonly Choice[];
  /** Entries of the library that say more about it. */
  readonly also?: readonly Origin[];
};

/** Draws up a calculation with its working shown; numbers beyond what can be counted with are refused. */
export function worked(result: Worked): Answer {
  if (Object.values(result.values).some((value) => typeof value === 'number' && !Number.isFinite(value)))
    return impossible(result.name, 'The numbers are too large to calculate with.');
  const blocks: Block[] = [
    { kind: 'paragraph', spans: [{ kind: 'strong', text: 'Working.' }] },
    { kind: 'list', ordered: false, items: result.working.map(plain) },
    ...(result.notes ?? []).map((note): Block => ({ kind: 'paragraph', spans: plain(note) })),
    ...(result.chart === undefined
      ? []
      : [{ kind: 'picture', name: `${result.name}.png`, alt: result.chart.title, chart: result.chart } as const]),
  ];
  return {
    kind: 'answer',
    title: result.title,
    lead: plain(result.lead),
    blocks,
    sources: result.sources,
    choices: result.choices ?? [],
    reasons: [{ text: `the question holds the inputs of the calculation ${result.name}`, weight: 1 }],
    origins: [{ id: `calculation/${result.name}`, stacks: result.stacks }, ...(result.also ?? [])],
    confidence: CERTAIN,
    values: result.values,
  };
}

/** Asks for the one input that is missing, each option as the completed question. */
export function askFor(name: string, what: string, text: string, options: readonly string[]): Answer {
  const question = text.trim().replace(/[?.!\s]+$/, '');
  const choices = options.flatMap((option): readonly Choice[] => {
    const whole = [question, brief(question)]
      .map((kept) => `${kept} ${option}`)
      .find((asked) => asked.length <= LONGEST);
    return whole === undefined ? [] : [{ label: option, action: { do: 'ask', text: whole } }];
  });
  return {
    kind: 'clarify',
    title: what,
    // A question too long for a button is completed by hand.
    lead: choices.length === options.length ? [] : plain(`Ask again with it, for example "${options.join('", "')}".`),
    blocks: [],
    sources: [],
    choices,
    reasons: [{ text: `calculation ${name}: an input is missing` }],
    origins: [{ id: `calculation/${name}`, stacks: [] }],
    confidence: 0.9,
  };
}

/** Characters of a question that a button can carry. */
const LONGEST = 95;

/** A question without the words that carry no input. */
function brief(question: string): string {
  return question
    .replace(
      /\b(?:hi|hello|hey|please|pls|thanks|can|could|you|tell|me|i|i'm|my|we|our|want|would|like|know|to|wonder\w*|just|actually|currently|kernel|that|which|there|have|has|got|using|uses?|running|launch\w*|does|do|the|an?|it|its|is|are|be|so|and|on|for|with|of|if|what'?s?|how)\b/gi,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** Says that the hardware table has no such figure, because no primary source of it was opened; and which it has. */
export function unconfirmed(name: string, device: Device, what: string, others: readonly string[] = []): Answer {
  return {
    kind: 'unknown',
    title: 'Not confirmed',
    lead: plain(
      `The hardware table has no ${what} of ${device.name}: no primary source of it was opened, and it is not guessed.${others.length > 0 ? ` It has the peaks of ${others.join(', ')}.` : ''}`,
    ),
    blocks: [],
    sources: [],
    choices: [],
    reasons: [{ text: `calculation ${name}: a figure of the hardware table is missing` }],
    origins: [],
  };
}

/** Refuses inputs that no hardware takes, naming the limit. */
export function impossible(name: string, problem: string): Answer {
  return {
    kind: 'notice',
    title: 'That cannot be',
    lead: plain(problem),
    blocks: [],
    sources: [],
    choices: [],
    reasons: [{ text: `calculation ${name}: an input is out of range` }],
    origins: [],
  };
}

/** The cited sources of the hardware table, each once. */
export function hardwareSources({ hardware }: Library, keys: readonly (string | undefined)[]): readonly Source[] {
  return [...new Set(keys)].flatMap((key) => {
    const source = key === undefined ? undefined : hardware.sources[key];
    return source === undefined
      ? []
      : [{ title: source.title, url: source.url, covers: source.covers, checked: source.checked }];
  });
}

function plain(text: string): Spans {
  return [{ kind: 'text', text }];
}
