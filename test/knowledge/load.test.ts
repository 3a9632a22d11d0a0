import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainText } from '#contract';
import { composeEntry } from '../../src/answering/entry.ts';
import { type Loaded, loadLibrary } from '../../src/knowledge/load.ts';
import { problemText } from '../../src/knowledge/problem.ts';
import { SHIPPED } from '../../src/knowledge/shipped.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ridgepoint-'));
  cpSync(join(SHIPPED, 'vocabulary.yaml'), join(folder, 'vocabulary.yaml'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ENTRY = `title: Overlap loads with compute
kind: practice
asks:
  - how to prefetch the next tile
  - kernel waits for memory
  - what does num_stages do
lead: Raise num_stages until the kernel stops waiting for loads.
do: |
  Set \`num_stages=3\`.

  \`\`\`python
  config = dict(num_stages=3)
  \`\`\`
sources:
  - { title: Reference, url: "https://triton-lang.org/main/index.html", covers: Triton 3.9, checked: 2026-12-01 }
`;

function write(name: string, text: string, root = folder): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function problems(loaded: Loaded): string {
  return 'problems' in loaded ? loaded.problems.map(problemText).join('\n') : '';
}

function library(loaded: Loaded) {
  if ('problems' in loaded) throw new Error(problems(loaded));
  return loaded.library;
}

describe('a good library', () => {
  it('takes the path as the id and the folder as the stack', () => {
    write('triton/software-pipelining.yaml', ENTRY);
    const [entry] = library(loadLibrary([folder])).entries;
    expect(entry).toMatchObject({ id: 'triton/software-pipelining', topic: 'software-pipelining', stacks: ['triton'] });
  });

  it('has the same hash for the same content and another for other content', () => {
    write('triton/one.yaml', ENTRY);
    const before = library(loadLibrary([folder])).hash;
    expect(library(loadLibrary([folder])).hash).toBe(before);
    write('triton/one.yaml', ENTRY.replace('Raise', 'Increase'));
    expect(library(loadLibrary([folder])).hash).not.toBe(before);
  });

  it('composes the sections in their order with the sources last', () => {
    write('triton/one.yaml', `${ENTRY}why: Loads take hundreds of cycles.\n`);
    const loaded = library(loadLibrary([folder]));
    const [entry] = loaded.entries;
    if (entry === undefined) throw new Error('no entry');
    const text = plainText(composeEntry(entry, loaded, { day: '2026-12-02', confidence: 1, reasons: [] }));
    expect(text).toMatch(
      /^Overlap loads[\s\S]*Raise num_stages[\s\S]*Why\. Loads take[\s\S]*Do this\. Set `num_stages=3`[\s\S]*```python\nconfig[\s\S]*Sources:\n- Reference \(Triton 3\.9, checked 2026-12-01\) https:/,
    );
    expect(text).not.toContain('over twelve months');
  });

  it('says so when its sources were checked over twelve months before the question', () => {
    write('triton/one.yaml', ENTRY);
    const loaded = library(loadLibrary([folder]));
    const [entry] = loaded.entries;
    if (entry === undefined) throw new Error('no entry');
    const at = (day: string) => plainText(composeEntry(entry, loaded, { day, confidence: 1, reasons: [] }));
    expect(at('2027-11-30')).not.toContain('twelve months');
    expect(at('2027-12-01')).toContain('2026-12-01, over twelve months ago');
  });
});

describe('the mark of an entry whose every claim a second reader has found in its sources', () => {
  const unmarked = 'Not yet verified claim by claim by a second reader.';
  function composed(text: string): { readonly answer: string; readonly loose: string } {
    write('triton/one.yaml', text);
    const loaded = loadLibrary([folder]);
    const [entry] = library(loaded).entries;
    if (entry === undefined) throw new Error('no entry');
    const answer = composeEntry(entry, library(loaded), { day: '2026-12-02', confidence: 1, reasons: [] });
    return { answer: plainText(answer), loose: 'loose' in loaded ? loaded.loose.map(problemText).join('\n') : '' };
  }
  /** The entry with the mark for the text that it has, taken from what the check says about a wrong one. */
  function marked(): string {
    const wrong = `${ENTRY}verified: { on: 2026-12-02, text: '00000000' }\n`;
    const right = /text: '([0-9a-f]{8})' }/.exec(composed(wrong).loose)?.[1] ?? '';
    return wrong.replace('00000000', right);
  }

  it('stands under the sources, with its day', () => {
    expect(composed(ENTRY).answer).toContain(unmarked);
    const { answer, loose } = composed(marked());
    expect(answer).toMatch(
      /Sources:\n- Reference[^\n]*\n- Verified claim by claim by a second reader on 2026-12-02\.$/,
    );
    expect(loose).toBe('');
  });

  it('falls off when a word of the text changes, and the check says so', () => {
    const { answer, loose } = composed(marked().replace('num_stages=3`', 'num_stages=4`'));
    expect(answer).toContain(unmarked);
    expect(loose).toMatch(/one\.yaml:1:1 verified: the text has changed since 2026-12-02 — remove the key, or compare/);
  });

  it('stays when only phrasings are added', () => {
    const { answer, loose } = composed(marked().replace('asks:', 'asks:\n  - prefetching is off'));
    expect(answer).toContain('Verified claim by claim');
    expect(loose).toBe('');
  });
});

describe("a team's own folder", () => {
  let team: string;
  beforeEach(() => {
    team = mkdtempSync(join(tmpdir(), 'ridgepoint-team-'));
    write('triton/one.yaml', ENTRY);
    write(
      'triton/two.yaml',
      ENTRY.replaceAll('prefetch', 'hoist')
        .replaceAll('waits', 'stalls')
        .replace('what does', 'explain')
        .replace('Overlap', 'Hoist'),
    );
  });
  afterEach(() => rmSync(team, { recursive: true, force: true }));

  it('adds, overrides and retires entries', () => {
    write('triton/one.yaml', ENTRY.replace('Overlap loads with compute', 'Our own way to overlap'), team);
    write('triton/two.yaml', 'retired: true\n', team);
    write(
      'cuda/three.yaml',
      ENTRY.replaceAll('prefetch', 'fetch')
        .replaceAll('waits', 'idles')
        .replace('what does', 'meaning of')
        .replace('Overlap', 'Fetch'),
      team,
    );
    const { entries } = library(loadLibrary([folder, team]));
    expect(entries.map(({ id, title }) => [id, title])).toEqual([
      ['cuda/three', 'Fetch loads with compute'],
      ['triton/one', 'Our own way to overlap'],
    ]);
  });

  it('adds to the vocabulary', () => {
    write(
      'vocabulary.yaml',
      'stacks: { metal: { name: Metal, words: [metal], newest: Metal 4, tracker: "https://example.com/metal" } }\ntopics: {}\nsynonyms: []\nprimary: [example.com]\n',
      team,
    );
    expect(Object.keys(library(loadLibrary([folder, team])).vocabulary.stacks)).toEqual([
      'cuda',
      'rocm',
      'triton',
      'tensorrt',
      'metal',
    ]);
  });

  it('may retire an entry that others name, without leaving a loose end', () => {
    write('triton/one.yaml', `${ENTRY}related: [triton/two]\nnot:\n  - { question: hoist it, goes: triton/two }\n`);
    write('triton/two.yaml', 'retired: true\n', team);
    const loaded = loadLibrary([folder, team]);
    expect(library(loaded).entries[0]).toMatchObject({ related: [], not: [] });
    expect('loose' in loaded && loaded.loose).toEqual([]);
  });
});

describe('what is wrong is said all at once, with file, line, column and the fix', () => {
  it('broken YAML', () => {
    write('triton/one.yaml', 'title: "unclosed\nkind: practice\n');
    write('triton/two.yaml', ENTRY.replace('kind: practice', 'kind: guess'));
    const text = problems(loadLibrary([folder]));
    expect(text).toMatch(/one\.yaml:\d+:\d+ is not valid YAML/);
    expect(text).toMatch(/two\.yaml:2:7 kind .*practice/);
  });

  it('a missing lead, an unknown key, a source without an address', () => {
    write(
      'triton/one.yaml',
      ENTRY.replace(/^lead:.*\n/m, 'leed: Raise num_stages until the kernel stops waiting.\n').replace(
        'url: "https://triton-lang.org/main/index.html", ',
        '',
      ),
    );
    const text = problems(loadLibrary([folder]));
    expect(text).toMatch(/one\.yaml:1:1 lead is missing — write one or two sentences/);
    expect(text).toMatch(/unknown key "leed" — correct its spelling or remove it/);
    expect(text).toMatch(/one\.yaml:15:5 sources\.0\.url must be an https address/);
  });

  it('an entry without a source, or only with a secondary one', () => {
    write('triton/one.yaml', ENTRY.replace(/sources:[\s\S]*/, 'sources: []\n'));
    write('triton/two.yaml', ENTRY.replace('triton-lang.org', 'blog.example.com').replaceAll('what', 'which'));
    const text = problems(loadLibrary([folder]));
    expect(text).toMatch(/one\.yaml:14:10 sources needs at least one source — cite the page/);
    expect(text).toMatch(/two\.yaml:15:3 sources has no primary one/);
  });

  it('a phrasing in two entries', () => {
    write('triton/one.yaml', ENTRY);
    write(
      'triton/two.yaml',
      ENTRY.replace('Overlap', 'Hide')
        .replace('how to prefetch the next tile', 'How to prefetch the next TILE?')
        .replace('waits', 'stalls')
        .replace('what does', 'explain'),
    );
    expect(problems(loadLibrary([folder]))).toMatch(
      /two\.yaml:1:1 asks "How to prefetch the next TILE\?" stands in triton\/one too/,
    );
  });

  it('markup that no adapter draws, and code without a language', () => {
    write(
      'triton/one.yaml',
      ENTRY.replace('```python', '```').replace('Set `num_stages=3`.', '# Heading\n\n  a *b* c'),
    );
    const text = problems(loadLibrary([folder]));
    expect(text).toMatch(/one\.yaml:8:5 do has a code fence without a language/);
    expect(text).toMatch(/do has heading markup/);
    expect(text).toMatch(/do has em markup/);
  });

  it('a table that takes the next step as its row', () => {
    write(
      'triton/one.yaml',
      ENTRY.replace('Set `num_stages=3`.', '| a | b |\n  |---|---|\n  | 1 | 2 |\n  4. Next step'),
    );
    expect(problems(loadLibrary([folder]))).toMatch(/do has a table that takes "4. Next step" as its row/);
  });

  it('an answer that is too long to be read', () => {
    write('triton/one.yaml', `${ENTRY}why: ${'A long explanation goes on and on. '.repeat(60)}\n`);
    expect(problems(loadLibrary([folder]))).toMatch(/the answer has \d+ characters, at most \d+ are read/);
  });

  it('an error entry without signatures, and a pattern that RE2 does not have', () => {
    write('errors/one.yaml', ENTRY.replace('kind: practice', 'kind: error\nstacks: [triton]'));
    write(
      'errors/two.yaml',
      ENTRY.replaceAll('prefetch', 'fetch')
        .replace('waits', 'idles')
        .replace('what does', 'meaning of')
        .replace('Overlap', 'Fetch')
        .replace(
          'kind: practice',
          "kind: error\nstacks: [triton]\nsignatures: [{ pattern: 'out of (?=memory)', layer: runtime }]",
        ),
    );
    const text = problems(loadLibrary([folder]));
    expect(text).toMatch(/one\.yaml:1:1 signatures is missing/);
    expect(text).toMatch(/two\.yaml:4:25 signatures: "out of \(\?=memory\)" is no RE2 pattern/);
  });

  it('a folder that is none', () => {
    expect(problems(loadLibrary([folder, join(folder, 'nowhere')]))).toMatch(
      /nowhere:1:1 is not a folder — create it or correct KNOWLEDGE_DIR/,
    );
  });

  it('a code whose entry is not there is a loose end', () => {
    write('triton/one.yaml', ENTRY);
    write(
      'codes.yaml',
      'mine: { name: My error, stacks: [triton], words: [my error], source: { title: Reference, url: "https://triton-lang.org/x", covers: Triton 3.9, checked: 2026-12-01 }, codes: { 7: { name: MY_SEVEN, means: Something broke., entry: errors/nowhere } } }\n',
    );
    const loaded = loadLibrary([folder]);
    expect('loose' in loaded && loaded.loose.map(problemText).join()).toMatch(/entry: errors\/nowhere does not exist/);
  });

  it('an id that leads nowhere is a loose end: said, but no reason to refuse', () => {
    write('triton/one.yaml', `${ENTRY}related: [triton/nowhere]\n`);
    const loaded = loadLibrary([folder]);
    expect(library(loaded).entries[0]?.related).toEqual([]);
    expect('loose' in loaded && loaded.loose.map(problemText).join()).toMatch(
      /one\.yaml:1:1 related: triton\/nowhere does not exist/,
    );
  });
});
