import type { Answer, Block, Spans } from '../contract/index.ts';
import type { Code, Library } from '../knowledge/library.ts';
import { composeEntry } from './entry.ts';
import type { Specialist } from './respond.ts';

/** The asker named the code: nothing is guessed. */
const CERTAIN = 0.97;

/** Longer messages say more than a code: they are routed. */
const LONGEST = 140;

/**
 * Answers "cuda error 209", "xid 79" or a bare `CUBLAS_STATUS_…` from the code tables; the entry that treats the code in
 * full when there is one. A number that several tables could mean is asked back.
 */
export function createCodes(library: Library): Specialist {
  const byName = new Map(library.codes.map((code) => [code.name.toLowerCase(), code]));
  const tables = tablesOf(library.codes);
  return ({ text, day }) => {
    if (text.length > LONGEST) return undefined;
    const named =
      text
        .toLowerCase()
        .match(/[a-z][a-z0-9_]{5,}/g)
        ?.flatMap((word) => byName.get(word) ?? []) ?? [];
    const numbered = tables.flatMap(({ pattern, codes }) => {
      const number = pattern.exec(text)?.[1];
      return number === undefined ? [] : (codes.get(Number(number)) ?? []);
    });
    // The longest word before the number is the most telling: "cublas status 13" rather than "status 13".
    const found = [...new Map([...named, ...numbered].map((code) => [code.id, code])).values()];
    const [first, ...others] = found;
    if (first === undefined || !isLookup(text, first)) return undefined;
    if (others.length > 0 && named.length === 0) return ambiguous(found, library);
    return compose(first, library, day);
  };
}

type Table = { readonly pattern: RegExp; readonly codes: ReadonlyMap<number, Code> };

function tablesOf(codes: readonly Code[]): readonly Table[] {
  const kinds = new Map<string, Code[]>();
  for (const code of codes) kinds.set(code.kind, [...(kinds.get(code.kind) ?? []), code]);
  return [...kinds.values()].map((own) => {
    const words = (own[0]?.words ?? []).map((word) =>
      word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '[ _-]*'),
    );
    return {
      pattern: new RegExp(
        `\\b(?:${words.join('|')})(?:[ _-]*(?:code|number|no\\.?|status|error))?[ :#=(]*(-?\\d{1,4})\\b(?![.\\d])`,
        'i',
      ),
      codes: new Map(own.map((code) => [code.number, code])),
    };
  });
}

/** True when the message asks about the code and little else. */
function isLookup(text: string, code: Code): boolean {
  const rest = text
    .toLowerCase()
    .replace(code.name.toLowerCase(), ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => !SMALL.has(word));
  return rest.length <= 6;
}

const SMALL = new Set(
  'what is does do the a an mean means meaning of code error status on in my i get got getting with how to fix why and it this that please from'.split(
    ' ',
  ),
);

function compose(code: Code, library: Library, day: string): Answer {
  const heading: Spans = [
    { kind: 'text', text: `${code.kind} ${code.number} is ` },
    { kind: 'code', text: code.name },
    { kind: 'text', text: ': ' },
    ...code.means,
  ];
  const reasons = [{ text: `${code.kind} ${code.number} (${code.name})`, weight: 1 }];
  const entry = code.entry === undefined ? undefined : library.byId.get(code.entry);
  if (entry !== undefined) {
    const answer = composeEntry(entry, library, { day, confidence: CERTAIN, reasons });
    return {
      ...answer,
      blocks: [{ kind: 'paragraph', spans: heading }, ...answer.blocks],
      origins: [...answer.origins, { id: code.id, stacks: code.stacks }],
    };
  }
  const { title, url, covers, checked } = code.source;
  const blocks: readonly Block[] =
    code.advice === undefined
      ? []
      : [
          {
            kind: 'paragraph',
            spans: [{ kind: 'strong', text: 'Do this.' }, { kind: 'text', text: ' ' }, ...code.advice],
          },
        ];
  return {
    kind: 'answer',
    title: `${code.kind} ${code.number}: ${code.name}`,
    lead: heading,
    blocks,
    sources: [{ title, url, covers, checked }],
    choices: [],
    reasons,
    origins: [{ id: code.id, stacks: code.stacks }],
    confidence: CERTAIN,
  };
}

function ambiguous(found: readonly Code[], library: Library): Answer {
  const options = found.slice(0, 3);
  return {
    kind: 'clarify',
    title: 'Whose code is that?',
    lead: [],
    blocks: [],
    sources: [],
    choices: options.map((code) => ({ label: `${code.kind} ${code.number}`, action: { do: 'ask', text: code.name } })),
    reasons: options.map((code) => ({ text: `${code.kind} ${code.number} is ${code.name}` })),
    origins: options.map((code) => ({
      id: code.id,
      stacks: code.stacks.filter((stack) => stack in library.vocabulary.stacks),
    })),
    confidence: 1 / found.length,
  };
}
