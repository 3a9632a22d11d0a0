import { describe, expect, it } from 'vitest';
import { type Read, readKnowledge } from '../../src/knowledge/files.ts';
import { buildLibrary } from '../../src/knowledge/load.ts';
import { shellCommands } from '../../src/knowledge/shell.ts';
import { SHIPPED } from '../../src/knowledge/shipped.ts';
import { loadTools } from '../../src/knowledge/tools.ts';
import { flagProblems, shellFaults } from '../../src/operating/flags.ts';

const LISTS = `
unchecked: grep head
runners:
  sudo: { values: -u }
  python: {}
  docker run: { values: -v, words: 1 }
  mpirun: { values: -np --mca= }
tools:
  prof:
    version: Prof 2
    sources: [{ title: its help, url: "https://github.com/prof/prof", checked: 2026-12-01 }]
    commands:
      profile: { flags: "-o= --stats", runs: 0 }
      show all: { flags: --json }
  comp:
    names: comp++
    version: Comp 3
    sources: [{ title: its help, url: "https://github.com/comp/comp", checked: 2026-12-01 }]
    flags: "-c -O* -Xasm="
    until: { Comp 2: --fp16 }
  trace:
    version: Trace 1
    sources: [{ title: its help, url: "https://github.com/trace/trace", checked: 2026-12-01 }]
    flags: --pmc
    runs: "--"
`;

const VOCABULARY = { primary: ['github.com'], stacks: {}, topics: {}, synonyms: [] };

function files(texts: Readonly<Record<string, string>>): Read {
  return {
    files: Object.entries(texts).map(([name, text]) => ({ name, path: `knowledge/${name}.yaml`, text })),
    problems: [],
  };
}

const { tools, problems } = loadTools(files({ tools: LISTS }), VOCABULARY);

function faults(text: string): readonly string[] {
  return shellFaults(text, tools).faults.map(({ line, message }) => `${line} ${message.split(' — ')[0]}`);
}

describe('the shell of the entries', () => {
  it('is taken apart at blanks of every kind', () => {
    expect(shellCommands('one\u00a0two\r\nthree').map((words) => words.map(({ text }) => text))).toEqual([
      ['one', 'two'],
      ['three'],
    ]);
  });

  it('is taken apart at pipes, lists, loops, substitutions and lines, without comments and redirections', () => {
    const commands = shellCommands(`A=1 one "two three" \\
  --four='5 6' 2>&1 >file | tail # no
for b in 1 2; do run "$(inner -x)" <the node>; done && last & (sub)
cat <<'END' | sort
no command
END
B="tool serve"
$B -p 1`);
    expect(commands.map((words) => words.map(({ text }) => text))).toEqual([
      ['one', 'two three', '--four=5 6'],
      ['tail'],
      ['inner', '-x'],
      ['run', '$()', '<the node>'],
      ['last'],
      ['sub'],
      ['cat'],
      ['sort'],
      ['tool', 'serve', '-p', '1'],
    ]);
    expect(commands.flat().map(({ line }) => line)).toEqual([1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 8, 8, 8, 8]);
  });
});

describe('tools and flags against the lists', () => {
  it.each([
    ['every list', 'comp++ -O3 -c a.c && comp -c b.c'],
    ['a value that begins with a dash', 'comp -Xasm -v,-w -c a.c'],
    ['a flag of an older release', 'comp --fp16'],
    ['a program of the reader', './app --anything; python train.py --whatever; $TOOL --x; IMAGE -y'],
    ['a general tool', 'grep -rniE x | head -3'],
    ['the flags of the program that is run', 'prof profile -o r --stats ./app --unlisted'],
    ['words of a list before the program', 'trace --pmc A B -- ./app --unlisted'],
    ['a number', 'comp -1 -c'],
  ])('accepts %s', (_, text) => {
    expect(problems).toEqual([]);
    expect(faults(text)).toEqual([]);
  });

  it.each([
    ['a wrong flag', 'comp --fast a.c', ['1 `comp` has no flag `--fast` in Comp 3']],
    ['a wrong flag on a continued line', 'comp -c \\\n  --bad=1 a.c', ['2 `comp` has no flag `--bad` in Comp 3']],
    ['a tool in no list', 'grep x\nmystery --x', ['2 `mystery` is in no flag list']],
    ['a wrong command', 'prof profil -o r', ['1 `prof` has no command `profil` in Prof 2']],
    ['a flag of another command', 'prof show all --stats', ['1 `prof show all` has no flag `--stats` in Prof 2']],
    ['what another tool runs', 'prof profile -o r comp --bad', ['1 `comp` has no flag `--bad` in Comp 3']],
    ['what a general tool runs', 'A=1 sudo -u me /usr/bin/comp --bad', ['1 `comp` has no flag `--bad` in Comp 3']],
    ['what runs in a container', 'docker run -v a:b IMAGE comp --bad', ['1 `comp` has no flag `--bad` in Comp 3']],
    ['what runs behind two values', 'mpirun --mca pml ucx comp --bad', ['1 `comp` has no flag `--bad` in Comp 3']],
    ['what runs as a module', 'python -m comp --bad', ['1 `comp` has no flag `--bad` in Comp 3']],
    ['what a substitution runs', './app $(comp --bad)', ['1 `comp` has no flag `--bad` in Comp 3']],
  ])('names %s', (_, text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  it("asks for a primary source, and lets a team's lists add to ours", () => {
    const ours = LISTS.replace('https://github.com/prof/prof', 'https://example.com/prof');
    const team = 'unchecked: mystery';
    const read = files({ tools: ours, team: '' });
    const loaded = loadTools(
      { ...read, files: [...read.files, { name: 'tools', path: 'team/tools.yaml', text: team }] },
      VOCABULARY,
    );
    expect(loaded.problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      expect.stringMatching(/^knowledge\/tools\.yaml:\d+ prof: none of its sources is primary/),
    ]);
    expect(shellFaults('mystery --x; comp -c', loaded.tools)).toEqual({ checked: 1, faults: [] });
  });
});

it('places a fault in its entry, by the lists that ship', () => {
  const read = readKnowledge([SHIPPED]);
  const entry = `title: Compile with every warning on
kind: practice
asks: [how to compile with warnings, which warnings help, make the compiler strict]
lead: Compile with all warnings on and read what they say.
do: |
  Like this:

  \`\`\`sh
  nvcc -c k.cu
  nvcc -lineinfo -c k.cu --no-such-flag
  \`\`\`
sources:
  - { title: nvcc, url: "https://docs.nvidia.com/cuda/", covers: CUDA 13.0, checked: 2026-12-01 }
`;
  const base = read.files.filter(({ name }) => !name.includes('/') && name !== 'codes');
  const one = { ...read, files: [...base, ...files({ 'cuda/strict': entry }).files] };
  const build = buildLibrary(one);
  if ('problems' in build) throw new Error(build.problems.map(({ message }) => message).join('\n'));
  const found = flagProblems(one, build.library);
  expect(found.checked).toBe(2);
  expect(found.problems).toEqual([
    'knowledge/cuda/strict.yaml:10 `nvcc` has no flag `--no-such-flag` in CUDA 13.0 — correct it, or add it to knowledge/tools.yaml with its source',
  ]);
});
