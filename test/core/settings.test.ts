import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Adapter } from '#contract';
import { readSettings } from '../../src/settings.ts';
import { folder } from './library.ts';

const adapter: Adapter = {
  name: 'chat',
  settings: [
    {
      name: 'CHAT_TOKEN',
      secret: true,
      required: true,
      meaning: 'the token',
      where: 'chat.example.com/tokens',
      form: { pattern: /^ct-/, words: 'it starts with ct-' },
    },
    {
      name: 'CHAT_SOCKET',
      secret: true,
      required: false,
      meaning: 'the socket token',
      where: 'chat.example.com/socket',
    },
    { name: 'CHAT_PORT', secret: false, required: false, meaning: 'the port', where: 'a free port' },
  ],
  modes: [
    { name: 'http', needs: ['CHAT_PORT'] },
    { name: 'socket', needs: ['CHAT_SOCKET'] },
  ],
  start: async () => ({ health: () => ({ ready: true, detail: '' }), stop: async () => {} }),
};

function read(environment: Record<string, string>) {
  return readSettings([adapter], environment);
}

function problems(environment: Record<string, string>): readonly string[] {
  const result = read(environment);
  return 'problems' in result ? result.problems : [];
}

it('leaves an adapter off when none of its settings is there', () => {
  expect(read({})).toMatchObject({
    settings: { adapters: [], dataFolder: './data', port: 3000, knowledgeFolders: [] },
  });
});

it('switches an adapter on when one of its modes is complete', () => {
  for (const mode of [{ CHAT_SOCKET: 's' }, { CHAT_PORT: '8080' }]) {
    const result = read({ CHAT_TOKEN: 'ct-1', ...mode });
    expect('settings' in result && result.settings.adapters.map(({ values }) => values)).toEqual([
      { CHAT_TOKEN: 'ct-1', ...mode },
    ]);
  }
});

it('names what is missing and where to get it', () => {
  expect(problems({ CHAT_TOKEN: 'ct-1' })).toEqual([
    'CHAT_SOCKET is missing, so chat cannot start — the socket token; chat.example.com/socket',
  ]);
  expect(problems({ CHAT_SOCKET: 's' })).toEqual([
    'CHAT_TOKEN is missing, so chat cannot start — the token; chat.example.com/tokens',
  ]);
});

it('names a value of the wrong form without showing it', () => {
  const [problem] = problems({ CHAT_TOKEN: 'verysecret', CHAT_SOCKET: 's' });
  expect(problem).toBe('CHAT_TOKEN has the wrong form — it starts with ct-');
});

it('reads a secret from a file, and refuses both at once', () => {
  const file = join(folder(), 'token');
  writeFileSync(file, 'ct-from-file\n');
  const result = read({ CHAT_TOKEN_FILE: file, CHAT_SOCKET: 's' });
  expect('settings' in result && result.settings.adapters[0]?.values.CHAT_TOKEN).toBe('ct-from-file');
  expect(problems({ CHAT_TOKEN_FILE: file, CHAT_TOKEN: 'ct-1', CHAT_SOCKET: 's' })[0]).toMatch(/both set/);
  expect(problems({ CHAT_TOKEN_FILE: '/nowhere/token', CHAT_SOCKET: 's' })[0]).toMatch(
    /CHAT_TOKEN_FILE names \/nowhere\/token, which cannot be read/,
  );
});

it('names an unknown setting of a known platform, and a port that is none', () => {
  expect(problems({ CHAT_TOKN: 'x' })).toEqual([
    'CHAT_TOKN is not a setting — remove it or correct its spelling; known: CHAT_TOKEN, CHAT_TOKEN_FILE, CHAT_SOCKET, CHAT_SOCKET_FILE, CHAT_PORT',
  ]);
  expect(problems({ PORT: '99999' })[0]).toMatch(/PORT is "99999"/);
});
