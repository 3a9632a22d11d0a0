import { readFileSync } from 'node:fs';
import type { Adapter } from '#contract';

/** What the process was told to do. */
export type Settings = {
  readonly dataFolder: string;
  /** Folders of a team's own knowledge, laid over the shipped library in this order. */
  readonly knowledgeFolders: readonly string[];
  /** Port of /healthz. */
  readonly port: number;
  /** Adapters whose settings are complete, with their values. */
  readonly adapters: readonly { readonly adapter: Adapter; readonly values: Readonly<Record<string, string>> }[];
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Port of /healthz unless PORT says otherwise; the one that the Dockerfile exposes. */
const DEFAULT_PORT = 3000;

/** As `readSettings`, for a process that makes no sense without them. @throws Error with one line a problem. */
export function requireSettings(adapters: readonly Adapter[]): Settings {
  const read = readSettings(adapters);
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.settings;
}

/**
 * Reads the environment, the only place that does: our own settings and those that the adapters declare; a secret also
 * from the file that `<NAME>_FILE` names. Returns the settings, or every problem at once, each with the variable's name,
 * what is wrong and where to get it.
 */
export function readSettings(
  adapters: readonly Adapter[],
  environment: Environment = process.env,
): { readonly settings: Settings } | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  const port = environment.PORT ?? String(DEFAULT_PORT);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    problems.push(`PORT is "${port}" — write a port number from 0 to 65535`);
  const ready = adapters.flatMap((adapter) => {
    const read = readAdapter(adapter, environment);
    problems.push(...read.problems);
    return read.values === undefined ? [] : [{ adapter, values: read.values }];
  });
  problems.push(...unknownSettings(adapters, environment));
  if (problems.length > 0) return { problems };
  return {
    settings: {
      dataFolder: environment.DATA_DIR || './data',
      knowledgeFolders: (environment.KNOWLEDGE_DIR ?? '')
        .split(',')
        .map((folder) => folder.trim())
        .filter(Boolean),
      port: Number(port),
      adapters: ready,
    },
  };
}

type Read = { readonly values: Readonly<Record<string, string>> | undefined; readonly problems: readonly string[] };

function readAdapter(adapter: Adapter, environment: Environment): Read {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const { name, secret, form } of adapter.settings) {
    const value = readValue(name, secret, environment, problems);
    if (value === undefined) continue;
    values[name] = value;
    if (form !== undefined && !form.pattern.test(value)) problems.push(`${name} has the wrong form — ${form.words}`);
  }
  if (Object.keys(values).length === 0) return { values: undefined, problems };
  const missing = missingSettings(adapter, values);
  const whereabouts = new Map(adapter.settings.map((setting) => [setting.name, setting]));
  for (const name of missing) {
    const setting = whereabouts.get(name);
    problems.push(
      `${name} is missing, so ${adapter.name} cannot start — ${setting?.meaning ?? ''}; ${setting?.where ?? ''}`,
    );
  }
  return { values: missing.length === 0 ? values : undefined, problems };
}

function missingSettings({ settings, modes }: Adapter, values: Readonly<Record<string, string>>): readonly string[] {
  const absent = (name: string): boolean => values[name] === undefined;
  const required = settings.filter(({ required, name }) => required && absent(name)).map(({ name }) => name);
  const mode = modes?.find(({ needs }) => !needs.some(absent)) ?? modes?.at(-1);
  return [...required, ...(mode?.needs.filter(absent) ?? [])];
}

function readValue(name: string, secret: boolean, environment: Environment, problems: string[]): string | undefined {
  const value = environment[name]?.trim();
  const file = secret ? environment[`${name}_FILE`]?.trim() : undefined;
  if (!file) return value || undefined;
  if (value) {
    problems.push(`${name} and ${name}_FILE are both set — keep one of them`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    problems.push(
      `${name}_FILE names ${file}, which cannot be read (${error instanceof Error ? error.message : String(error)}) — correct the path or its permissions`,
    );
    return undefined;
  }
}

/** A misspelt setting would silently leave an adapter off: every variable with an adapter's prefix must be known. */
function unknownSettings(adapters: readonly Adapter[], environment: Environment): readonly string[] {
  const known = adapters.flatMap(({ settings }) =>
    settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
  );
  const prefixes = new Set(known.map((name) => `${name.split('_')[0]}_`));
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && [...prefixes].some((prefix) => name.startsWith(prefix)))
    .sort()
    .map(
      (name) =>
        `${name} is not a setting — remove it or correct its spelling; known: ${known.filter((other) => other.split('_')[0] === name.split('_')[0]).join(', ')}`,
    );
}
