import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Knowing, respond } from '../../src/answering/respond.ts';
import type { Answer } from '../../src/contract/index.ts';
import { shipped } from '../routing/shipped.ts';

/** The folders of logs and how many each holds at least. A log is called after the entry that must answer it, then `-N`. */
const LEAST = { logs: 400, misleading: 16, truncated: 12, unknown: 12, healthy: 12 } as const;
type Folder = keyof typeof LEAST;

const logs = (folder: Folder): readonly (readonly [name: string, text: string])[] => {
  const url = new URL(`${folder}/`, import.meta.url);
  return readdirSync(fileURLToPath(url))
    .filter((name) => name.endsWith('.log'))
    .sort()
    .map((name) => [name, readFileSync(new URL(name, url), 'utf8')] as const);
};

let knowing: Knowing;
// Learning the shipped library, where no earlier run has left what it learnt, takes most of a minute on a busy machine.
beforeAll(() => {
  knowing = shipped();
}, 120_000);

const answerTo = (text: string): Answer => respond(knowing, { text, day: '2026-12-02' }, undefined).answer;
const entryOf = (name: string): string => `errors/${name.replace(/-\d+\.log$/, '')}`;

describe.each(Object.entries(LEAST))('%s', (folder, least) => {
  it(`are at least ${least}`, () => expect(logs(folder as Folder).length).toBeGreaterThanOrEqual(least));
});

describe.each(['logs', 'misleading', 'truncated'] as const)('the first real cause of each of the %s', (folder) => {
  it.each(logs(folder))('%s', (name, text) => {
    const { kind, origins } = answerTo(text);
    expect([kind, origins[0]?.id]).toEqual(['answer', entryOf(name)]);
  });
});

describe('a failure that no entry knows', () => {
  it.each(logs('unknown'))('%s', (_name, text) => {
    const { kind, title, sources, choices, origins } = answerTo(text);
    expect({ kind, title, sources, choices, origins }).toEqual({
      kind: 'unknown',
      title: 'No line of this log is known to me',
      sources: [],
      choices: [],
      origins: [],
    });
  });
});

describe('a log without a failure', () => {
  it.each(logs('healthy'))('%s', (_name, text) => {
    const { kind, title, blocks } = answerTo(text);
    const said = kind === 'unknown' ? title : JSON.stringify(blocks[0]);
    expect(said).toMatch(/I see no failure in this log|This log holds no failure, only warnings/);
  });
});
