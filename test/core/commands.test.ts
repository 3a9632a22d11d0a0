import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { folder } from './library.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One folder for all runs: what the first has to prepare, the others find. */
const DATA = join(tmpdir(), 'ridgepoint-suites');

type Run = { readonly code: number | null; readonly out: string; readonly err: string };

function begin(words: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  // Chat tokens of whoever runs the suites must not start their bot.
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SLACK|DISCORD)_/.test(name)));
  return spawn(process.execPath, ['--import', './src/node-version.mjs', 'src/main.ts', ...words], {
    cwd: ROOT,
    env: { ...kept, DATA_DIR: DATA, PORT: '0', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

function finish(child: ChildProcess, input = ''): Promise<Run> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (part) => {
    out += part;
  });
  child.stderr?.on('data', (part) => {
    err += part;
  });
  child.stdin?.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

const run = (words: readonly string[], environment?: Readonly<Record<string, string>>, input?: string): Promise<Run> =>
  finish(begin(words, environment), input);

it('answers a question with its sources', { timeout: 170_000 }, async () => {
  const { code, out } = await run(['ask', 'no kernel image is available for execution on the device']);
  expect(code).toBe(0);
  expect(out).toMatch(/no kernel image[\s\S]*Sources:\n• /);
  for (const line of out.split('\n').filter((text) => !/^ {2}|https?:/.test(text)))
    expect(line.length, line).toBeLessThanOrEqual(80);
});

it('reads a log from a file and from standard input', { timeout: 170_000 }, async () => {
  const log = join(ROOT, 'test/reading/logs/cuda-no-kernel-image-1.log');
  const [file, pipe] = await Promise.all([run(['ask', '--file', log]), run(['ask'], {}, readFileSync(log, 'utf8'))]);
  expect(file.out).toMatch(/no kernel image[\s\S]*Sources:/);
  expect(pipe.out).toBe(file.out);
});

it('answers lines of JSON with lines of JSON and explains on demand', { timeout: 170_000 }, async () => {
  const { out } = await run(['ask', '--jsonl'], {}, '{"id":"a","text":"hello"}\nnonsense\n');
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).kind),
  ).toEqual(['notice', 'error']);
  expect((await run(['ask', '--why', 'shared memory bank conflicts'])).out).toMatch(
    /\nWhy\n[\s\S]*library [0-9a-f]{12}/,
  );
});

it('names what is wrong and exits with an error, never with a stack', { timeout: 170_000 }, async () => {
  const empty = folder();
  const file = join(empty, 'file');
  writeFileSync(file, '');
  const team = join(empty, 'team');
  mkdirSync(join(team, 'cuda'), { recursive: true });
  writeFileSync(join(team, 'cuda', 'ours.yaml'), 'title: "unclosed');
  const cases: readonly (readonly [readonly string[], Readonly<Record<string, string>>, RegExp])[] = [
    [['nonsense'], {}, /"nonsense" is not a command — one of start, ask/],
    [['ask', '--nonsense'], {}, /--nonsense/],
    [['ask', 'x'], { DATA_DIR: file }, /DATA_DIR .*file cannot hold the memory .* — make the folder writable/],
    [
      ['ask', 'x'],
      { KNOWLEDGE_DIR: join(empty, 'nowhere') },
      /nowhere:1:1 is not a folder — create it or correct KNOWLEDGE_DIR/,
    ],
    [['check'], { KNOWLEDGE_DIR: team }, /ours\.yaml:1:\d+ is not valid YAML/],
    [['start'], { SLACK_BOT_TOKEN: 'xoxb-1' }, /SLACK_APP_TOKEN is missing, so slack cannot start/],
    [['start'], { DISCORD_TOKN: 'x' }, /DISCORD_TOKN is not a setting/],
    [['start'], { PORT: 'eighty' }, /PORT is "eighty"/],
  ];
  const results = await Promise.all(cases.map(([words, environment]) => run(words, environment)));
  for (const [index, { code, err }] of results.entries()) {
    const [words, , message] = cases[index] ?? [[], {}, /$^/];
    expect(code, words.join(' ')).not.toBe(0);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n {4}at /);
  }
});

it('lists the commands to whoever asks for help, after a command or before', { timeout: 170_000 }, async () => {
  const asked = await Promise.all([['--help'], ['ask', '--help'], ['check', '-h']].map((words) => run(words)));
  for (const { code, out } of asked) {
    expect(code).toBe(0);
    for (const name of ['npm start', 'npm run ask', 'npm run check', 'npm run gaps']) expect(out).toContain(name);
  }
});

it('lists gaps with a stub to start from, and the schema for editors', { timeout: 170_000 }, async () => {
  const data = folder();
  // The model is prepared already; only the memory is new.
  const environment = { DATA_DIR: data };
  expect((await run(['gaps'], environment)).out).toMatch(/No gaps/);
  expect(JSON.parse((await run(['schema'], environment)).out)).toMatchObject({
    type: 'object',
    properties: { lead: {} },
  });
});

it('without adapter or terminal serves /healthz and ends on SIGTERM', { timeout: 170_000 }, async () => {
  const child = begin(['start']);
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr?.on('data', (part) => {
    err += part;
  });
  await vi.waitFor(() => expect(err).toContain('serving /healthz'), { timeout: 160_000, interval: 100 });
  const line = err.split('\n').find((text) => text.includes('serving /healthz')) ?? '';
  const { port, adapters } = JSON.parse(line);
  expect(adapters).toMatch(/no adapter is configured/);
  const health = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect([health.status, await health.json()]).toEqual([
    200,
    { ready: true, library: expect.stringMatching(/^[0-9a-f]{12}$/), adapters: {} },
  ]);
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('says which port is in use', { timeout: 170_000 }, async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, () => resolve((server.address() as { port: number }).port)),
  );
  onTestFinished(() => void server.close());
  const { code, err } = await run(['start'], { PORT: String(port) });
  expect(code).toBe(1);
  expect(err).toContain(`PORT ${port} is in use — set PORT to a free one`);
});
