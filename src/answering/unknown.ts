import type { Answer, Block, Span } from '../contract/index.ts';
import type { Library } from '../knowledge/library.ts';
import type { Decision } from '../routing/decision.ts';

/** An honest no: what is covered, the nearest topics, where to ask instead. Never advice. */
export function composeUnknown(decision: Extract<Decision, { kind: 'unknown' }>, library: Library): Answer {
  return {
    kind: 'unknown',
    title: 'I do not know that one',
    lead: [
      {
        kind: 'text',
        text: `Nothing in the library answers this with confidence, so here is no guess. ${covered(library)}`,
      },
    ],
    blocks: [...trackers(decision.stacks, library)],
    sources: [],
    choices: decision.nearest.map((entry) => ({ label: entry.title, action: { do: 'show', entry: entry.id } })),
    reasons: decision.reasons,
    origins: [],
  };
}

/** What the library covers, in one sentence. */
export function covered({ vocabulary }: Library): string {
  const stacks = Object.values(vocabulary.stacks).map(({ newest }) => newest);
  return `It covers ${stacks.slice(0, -1).join(', ')} and ${stacks.at(-1)}: kernels, libraries, compilers, profiling, precision, errors.`;
}

function trackers(stacks: readonly string[], { vocabulary }: Library): readonly Block[] {
  const named = Object.entries(vocabulary.stacks).filter(([stack]) => stacks.includes(stack));
  if (named.length === 0) return [];
  const links = named.flatMap(([, { name, tracker }], index): Span[] => [
    ...(index > 0 ? [{ kind: 'text', text: ', ' } as const] : []),
    { kind: 'link', text: `${name}'s tracker`, url: tracker },
  ]);
  const ask: Span = { kind: 'text', text: 'People who may know: ' };
  const report: Span = {
    kind: 'text',
    text: '. A report there needs versions, the GPU, the command and the first error line.',
  };
  return [{ kind: 'paragraph', spans: [ask, ...links, report] }];
}
