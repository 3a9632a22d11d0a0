import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type File = { readonly path: string; readonly text: string; readonly imports: readonly string[] };

function files(folder: string, ending: RegExp): readonly File[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => {
      const text = readFileSync(join(ROOT, folder, path), 'utf8');
      const imports = [
        ...code(text).matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm),
      ].map(([, one, two, three]) => one ?? two ?? three ?? '');
      return { path: `${folder}/${path}`, text, imports };
    });
}

/** The code without comments: a boundary is about what runs. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

const CORE = files('src', /\.ts$/);
const SDK: Readonly<Record<string, RegExp>> = {
  slack: /^@slack\//,
  discord: /^discord(\.js|-api-types)/,
  console: /^$/,
};

/** Packages that neither read files, keep time, nor wait: the pure part of the core may use them. */
const PURE_LIBRARIES = ['re2js'];
const PURE_NODE = ['node:util', 'node:crypto'];
const PURE = ['src/routing', 'src/answering', 'src/reading', 'src/calculating', 'src/contract'];

describe('what an adapter may import', () => {
  for (const [name, sdk] of Object.entries(SDK)) {
    it(`${name}: its own folder, #contract, its SDK and Node`, () => {
      const found = files(`adapters/${name}`, /\.ts$/);
      expect(found.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['draw', 'index', 'limits', 'read'].map((file) => `adapters/${name}/${file}.ts`)),
      );
      for (const { path, text, imports } of found) {
        const foreign = imports.filter(
          (from) => !/^\.\/[^/]/.test(from) && from !== '#contract' && !sdk.test(from) && !from.startsWith('node:'),
        );
        expect(foreign, path).toEqual([]);
        expect(code(text), path).not.toMatch(/process\.env/);
      }
    });
  }
});

describe('what the core may import', () => {
  const declared = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies).filter(
    (name) => !/slack|discord/.test(name),
  );

  it('names no chat platform and imports no chat SDK', () => {
    for (const { path, text, imports } of CORE) {
      expect(
        imports.filter((from) => /slack|discord/.test(from)),
        path,
      ).toEqual([]);
      expect(code(text), path).not.toMatch(/slack|discord/i);
    }
  });

  it('imports itself, its declared dependencies and Node', () => {
    for (const { path, imports } of CORE) {
      const foreign = imports.filter(
        (from) =>
          !from.startsWith('.') &&
          from !== '#contract' &&
          !from.startsWith('node:') &&
          !declared.some((name) => from === name || from.startsWith(`${name}/`)),
      );
      expect(foreign, path).toEqual([]);
      expect(
        imports.filter((from) => from.includes('adapters/')),
        path,
      ).toEqual([]);
    }
  });

  it('names a stack only where it calculates or reads logs: the vocabulary declares them', () => {
    const stacks = Object.keys(parse(readFileSync(join(ROOT, 'knowledge/vocabulary.yaml'), 'utf8')).stacks);
    const pattern = new RegExp(`['"\`](${stacks.join('|')})['"\`]|\\b(CUDA|ROCm|TensorRT)\\b`);
    for (const { path, text } of CORE.filter(({ path }) => !/^src\/(calculating|reading)\//.test(path))) {
      expect(code(text), path).not.toMatch(pattern);
    }
  });

  it('keeps routing, answering, reading and calculating pure', () => {
    for (const { path, text, imports } of CORE.filter(({ path }) =>
      PURE.some((folder) => path.startsWith(`${folder}/`)),
    )) {
      const impure = imports.filter(
        (from) =>
          !from.startsWith('.') && from !== '#contract' && !PURE_LIBRARIES.includes(from) && !PURE_NODE.includes(from),
      );
      expect(impure, path).toEqual([]);
      // A new reference is random by nature; it is made for an adapter or the bot, never for an answer.
      if (path === 'src/contract/reference.ts') continue;
      expect(code(text), path).not.toMatch(
        /\bprocess\.|Date\.now|new Date\(|Math\.random|performance\.now|\basync\b|\bawait\b|setTimeout|localeCompare|toLocale/,
      );
    }
  });

  it('reads the environment in settings.ts alone', () => {
    expect(CORE.filter(({ text }) => /process\.env/.test(code(text))).map(({ path }) => path)).toEqual([
      'src/settings.ts',
    ]);
  });

  it('reads YAML in src/knowledge alone', () => {
    const readers = CORE.filter(
      ({ text, imports }) => imports.includes('yaml') && /parseDocument|\bparse\(/.test(code(text)),
    ).map(({ path }) => path);
    expect(readers).toEqual(['src/knowledge/files.ts']);
  });

  it('keeps state in src/memory alone', () => {
    const keepers = CORE.filter(({ imports }) =>
      imports.some((from) => from === 'kysely' || from === 'better-sqlite3'),
    ).map(({ path }) => relative('src', path));
    expect(keepers.every((path) => path.startsWith('memory'))).toBe(true);
  });
});

it('knowledge holds no chat syntax', () => {
  for (const { path, text } of files('knowledge', /\.yaml$/)) {
    expect(text, path).not.toMatch(/<!(channel|here|everyone)>|<@[UW&!]?[A-Z0-9]{6,}>|<#C[A-Z0-9]+>|^-# /m);
  }
});
