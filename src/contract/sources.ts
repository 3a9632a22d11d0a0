import type { Answer, Block } from './answer.ts';

/** The sources of an answer as the blocks that close it: a heading and a list, each with what it covers and its day. */
export function sourcesOf(answer: Answer): readonly Block[] {
  if (answer.sources.length === 0) return [];
  const heading: Block = { kind: 'paragraph', spans: [{ kind: 'strong', text: 'Sources' }] };
  const items = answer.sources.map((source) => [
    { kind: 'link', text: source.title, url: source.url } as const,
    { kind: 'text', text: ` (${source.covers}, checked ${source.checked})` } as const,
  ]);
  const closing = standing(answer).map((text) => [{ kind: 'text', text } as const]);
  return [heading, { kind: 'list', ordered: false, items: [...items, ...closing] }];
}

/** What the sources are worth: whether a second reader has compared every claim with them. Nothing where no entry answers. */
export function standing(answer: Answer): readonly string[] {
  if (answer.kind !== 'answer' || answer.verified === undefined) return [];
  return [
    answer.verified === false
      ? 'Not yet verified claim by claim by a second reader.'
      : `Verified claim by claim by a second reader on ${answer.verified}.`,
  ];
}
