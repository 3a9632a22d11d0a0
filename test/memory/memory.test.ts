import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Memory } from '../../src/memory/memory.ts';
import { openMemory } from '../../src/memory/open.ts';

let folder: string;
let memory: Memory;
let now = new Date('2026-12-02T00:00:00Z');
const open = () => openMemory(folder, () => now);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ridgepoint-'));
  now = new Date('2026-12-02T00:00:00Z');
  memory = await open();
});
afterEach(async () => {
  await memory.close();
  rmSync(folder, { recursive: true, force: true });
});

const reply = {
  reference: 'ab12',
  kind: 'answer',
  entries: ['triton/x'],
  terms: ['num_stages'],
  reasons: [{ text: 'matched', weight: 1 }],
};

it('claims a message once, whatever the envelope', async () => {
  expect(await memory.claim(['event:1', 'T1:C1:100'])).toBe(true);
  expect(await memory.claim(['event:1', 'T1:C1:100'])).toBe(false);
  expect(await memory.claim(['event:2', 'T1:C1:100'])).toBe(false);
  expect(await memory.claim(['event:2', 'T1:C1:200'])).toBe(false);
  expect(await memory.claim(['event:3', 'T1:C1:300'])).toBe(true);
  expect(await memory.claim([])).toBe(true);
});

it('lets one of many claims at once through', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => memory.claim([`event:${index}`, 'same'])));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

it('keeps threads and replies over a restart', async () => {
  await memory.remember('thread:1', { stack: 'cuda', entry: 'cuda/x' });
  await memory.record(reply);
  await memory.close();
  memory = await open();
  expect(await memory.recall('thread:1')).toEqual({ stack: 'cuda', entry: 'cuda/x' });
  expect(await memory.recall('thread:2')).toBeUndefined();
  expect(await memory.reply('ab12')).toEqual(reply);
});

it('counts a verdict once a person, and keeps nobody’s name', async () => {
  await memory.record(reply);
  expect(await memory.judge('ab12', 'user-name-7', true)).toBe(true);
  expect(await memory.judge('ab12', 'user-name-7', false)).toBe(false);
  expect(await memory.judge('ab12', 'user-name-8', false)).toBe(true);
  await memory.close();
  const bytes = readFileSync(join(folder, 'ridgepoint.sqlite')).toString('latin1');
  expect(bytes).not.toContain('user-name');
  memory = await open();
});

it('folds gaps by their terms, most asked first', async () => {
  await memory.note(['b', 'a']);
  await memory.note(['c']);
  await memory.note(['a', 'b', 'a']);
  await memory.note([]);
  expect((await memory.gaps()).map(({ terms, count }) => [terms, count])).toEqual([
    [['a', 'b'], 2],
    [['c'], 1],
  ]);
});

it('forgets deliveries, threads and replies after thirty days, gaps never', async () => {
  await memory.claim(['event:1']);
  await memory.remember('thread:1', {});
  await memory.record(reply);
  await memory.note(['gap']);
  now = new Date('2027-01-02T00:00:00Z');
  await memory.forget();
  expect(await memory.claim(['event:1'])).toBe(true);
  expect(await memory.recall('thread:1')).toBeUndefined();
  expect(await memory.reply('ab12')).toBeUndefined();
  expect(await memory.gaps()).toHaveLength(1);
});

it('names the folder and the fix when it cannot be used', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  await expect(openMemory(file)).rejects.toThrow(
    /DATA_DIR .*a-file cannot hold the memory .* — make the folder writable/,
  );
  const broken = mkdtempSync(join(tmpdir(), 'ridgepoint-'));
  writeFileSync(join(broken, 'ridgepoint.sqlite'), 'this is no database, and long enough to be read as one');
  await expect(openMemory(broken)).rejects.toThrow(/DATA_DIR .* cannot hold the memory .*not a database/);
  chmodSync(broken, 0o755);
  rmSync(broken, { recursive: true });
});
