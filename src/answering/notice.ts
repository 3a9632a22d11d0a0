import type { Answer, Block } from '../contract/index.ts';
import type { Library } from '../knowledge/library.ts';
import type { Decision, Notice } from '../routing/decision.ts';
import { covered } from './unknown.ts';

/** A line that answers no question: a greeting, thanks, help, a message that cannot be read. */
export function composeNotice({ notice, reasons }: Extract<Decision, { kind: 'notice' }>, library: Library): Answer {
  const { title, text, examples } = WORDS[notice];
  const blocks: readonly Block[] = examples
    ? [{ kind: 'list', ordered: false, items: EXAMPLES.map((example) => [{ kind: 'code', text: example }]) }]
    : [];
  return {
    kind: 'notice',
    title,
    lead: [{ kind: 'text', text: examples ? `${text} ${covered(library)} Ask like this:` : text }],
    blocks,
    sources: [],
    choices: [],
    reasons,
    origins: [],
  };
}

const EXAMPLES = [
  'why is my matmul kernel slower than the vendor library for small M',
  'error: no kernel image is available for execution on the device',
  'what is the AMD counterpart of a warp shuffle',
];

const WORDS: Readonly<Record<Notice, { readonly title: string; readonly text: string; readonly examples: boolean }>> = {
  greeting: {
    title: 'Hello',
    text: 'I answer GPU-stack questions with sources, or say that I do not know.',
    examples: true,
  },
  help: { title: 'What I can answer', text: 'Ask in plain words, paste an error, or name two stacks.', examples: true },
  empty: { title: 'That message had no text', text: 'Ask in plain words or paste an error.', examples: true },
  thanks: {
    title: 'Glad it helped',
    text: 'Ask again whenever something is slow, wrong or will not compile.',
    examples: false,
  },
  'too-long': {
    title: 'That is more than I can read at once',
    text: 'Paste the part around the first error, up to 1 MB of text.',
    examples: false,
  },
  picture: {
    title: 'I cannot read pictures',
    text: 'Paste the text of the error or the log instead, as text or in a code block.',
    examples: false,
  },
  language: {
    title: 'I read English',
    text: 'Ask in English, or paste the error line as it is: identifiers and error texts are enough.',
    examples: false,
  },
};
