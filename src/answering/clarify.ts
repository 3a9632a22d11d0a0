import type { Answer } from '../contract/index.ts';
import type { Decision } from '../routing/decision.ts';

/** One question back, with two or three ways on. */
export function composeClarify(decision: Extract<Decision, { kind: 'clarify' }>): Answer {
  return {
    kind: 'clarify',
    title: decision.question,
    lead: [],
    blocks: [],
    sources: [],
    choices: decision.options.map((option) =>
      'entry' in option
        ? { label: option.entry.title, action: { do: 'show', entry: option.entry.id } }
        : { label: option.label, action: { do: 'ask', text: option.ask } },
    ),
    reasons: decision.reasons,
    origins: decision.options.flatMap((option) =>
      'entry' in option ? [{ id: option.entry.id, stacks: option.entry.stacks }] : [],
    ),
    confidence: decision.probability,
  };
}
