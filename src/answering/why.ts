import type { Answer, Reason } from '../contract/index.ts';
import type { Library } from '../knowledge/library.ts';

/** Explains a decision: what matched, how strongly, what came second, which library. */
export function composeWhy(
  about: { readonly kind: string; readonly entries: readonly string[]; readonly reasons: readonly Reason[] },
  library: Library,
): Answer {
  const entries = about.entries.length > 0 ? ` from ${about.entries.join(', ')}` : '';
  return {
    kind: 'notice',
    title: 'Why this reply',
    lead: [{ kind: 'text', text: `It was decided as "${about.kind}"${entries}, by library ${library.hash}.` }],
    blocks:
      about.reasons.length === 0
        ? []
        : [
            {
              kind: 'list',
              ordered: false,
              items: about.reasons.map((reason) => [{ kind: 'text', text: reasonText(reason) }]),
            },
          ],
    sources: [],
    choices: [],
    reasons: [],
    origins: [],
  };
}

/** One reason as a line, its weight with two decimals. */
export function reasonText({ text, weight }: Reason): string {
  return weight === undefined ? text : `${text} (${weight.toFixed(2)})`;
}
