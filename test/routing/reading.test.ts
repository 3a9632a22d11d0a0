import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isForeign } from '../../src/routing/language.ts';
import { createLexicon } from '../../src/routing/lexicon.ts';
import { createMender, editDistance } from '../../src/routing/mend.ts';
import { readMessage } from '../../src/routing/message.ts';
import { normalize } from '../../src/routing/normalize.ts';
import { partsOf } from '../../src/routing/parts.ts';
import { words } from '../../src/routing/words.ts';
import { VOCABULARY } from './small.ts';

const LEXICON = createLexicon(VOCABULARY);

describe('words', () => {
  it.each([
    ['cudaMallocAsync', 'cudamallocasync', ['cuda', 'malloc', 'async']],
    ['sm_90a', 'sm_90a', ['sm', '90a']],
    ['tl.dot', 'tl.dot', ['tl', 'dot']],
    ['--use_fast_math', '--use_fast_math', ['use', 'fast', 'math']],
    ['hipBLASLt', 'hipblaslt', ['hip', 'blas', 'lt']],
    ['HSA_OVERRIDE_GFX_VERSION', 'hsa_override_gfx_version', ['hsa', 'override', 'gfx', 'version']],
  ])('keeps %s whole and in pieces', (written, text, parts) => {
    expect(words(`why ${written} here`)[1]).toMatchObject({ text, parts, code: true });
  });

  it('takes a hyphenated name for no flag', () => {
    expect(words('tensorrt-llm')[0]).toMatchObject({ text: 'tensorrt-llm', parts: ['tensorrt', 'llm'] });
  });
});

describe('a message', () => {
  it.each([
    ['hey there, please: how do I glaze pots?', 'how do I glaze pots?'],
    ['<@U123> hi all! how do I glaze pots? thanks in advance', 'how do I glaze pots?'],
    ['```\nhow do I glaze pots?\n```', 'how do I glaze pots?'],
    ['how do I glaze pots? see https://example.org/a?b=c', 'how do I glaze pots? see'],
  ])('sets aside what asks nothing: %s', (text, prose) => {
    expect(readMessage(text).prose.replace(/\s+/g, ' ').replace(/^\W+/, '')).toBe(prose);
  });

  it('lets the failing lines of a log decide, the first before the last', () => {
    const chatter = Array.from({ length: 200 }, (_, k) => `2026-12-02 10:00:${k % 60} INFO step ${k} done`);
    const log = [...chatter, 'FGError: arena exhausted at loader', ...chatter, 'RuntimeError: forge stopped'].join(
      '\n',
    );
    expect(readMessage(log).errors).toEqual(['FGError: arena exhausted at loader', 'RuntimeError: forge stopped']);
  });

  it('leaves a healthy log out of the question', () => {
    const text = 'how do I glaze pots?\n2026-12-02 10:00:01 INFO started\n2026-12-02 10:00:02 INFO done, 0 errors';
    expect(normalize(text, LEXICON).terms).toEqual(normalize('how do I glaze pots?', LEXICON).terms);
  });
});

describe('slots and synonyms', () => {
  it('reads stacks that are named, hinted at, and that the hardware runs', () => {
    const { slots } = normalize('kiln on fx200, fgLaunch fails', LEXICON);
    expect(slots).toMatchObject({ named: ['kiln'], hinted: ['forge'], hardware: ['fx200'], possible: ['forge'] });
  });

  it('counts words of one meaning as one', () => {
    expect(normalize('oom', LEXICON).terms.sequence).toEqual(normalize('out of memory', LEXICON).terms.sequence);
  });
});

describe('mending', () => {
  const mend = createMender(
    new Map([
      ['tensorrt', 9],
      ['memory', 9],
      ['sm_90', 3],
      ['cache', 4],
    ]),
    new Set(['cash']),
  );

  it.each([
    ['tenosrrt', 'tensorrt'],
    ['memroy', 'memory'],
    ['memoryy', 'memory'],
  ])('reads %s as %s', (slip, right) => expect(mend(slip)).toBe(right));

  it.each(['sm_80', 'sm_9o', 'h100', 'cash', 'mem', 'memory'])('leaves %s alone', (word) =>
    expect(mend(word)).toBeUndefined(),
  );

  it('counts a swap of neighbours as one edit, like a naive count without swaps never fewer', () => {
    expect(editDistance('rocom', 'rocm')).toBe(1);
    expect(editDistance('ab', 'ba')).toBe(1);
    fc.assert(
      fc.property(
        fc.string({ maxLength: 8 }),
        fc.string({ maxLength: 8 }),
        (one, other) => editDistance(one, other) === editDistance(other, one),
      ),
    );
  });
});

describe('language', () => {
  it.each([
    'wie kann ich das für meine Karte machen',
    'comment je peux faire pour que ça marche avec la carte',
    '这个报错是什么原因呢',
  ])('knows that this is none: %s', (text) => expect(isForeign(text, words(text))).toBe(true));
  it.each([
    'how do I do that',
    'die size of the chip',
    'la_launch fails for con_x',
    'min blocks per multiprocessor',
    'error no kernel image os linux',
  ])('takes this for English: %s', (text) => expect(isForeign(text, words(text))).toBe(false));
});

describe('two questions', () => {
  it('cuts at the second question and leaves one question whole', () => {
    expect(partsOf('how do I glaze pots and how do I fire the kiln?')).toHaveLength(2);
    expect(partsOf('how do I glaze and fire pots in a kiln?')).toHaveLength(1);
  });
});
