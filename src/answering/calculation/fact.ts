import { bytesText } from '../../calculating/units.ts';
import type { Answer, Block, Spans } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Device, FindDevices } from './device.ts';
import { hardwareSources } from './worked.ts';

/** A look-up: the device and the attribute stand in the question. */
const CERTAIN = 0.95;
/** More words beside these say that something else is asked. */
const MOST_OTHER = 3;

/** Words that ask for a figure without naming it. */
const ASKING = new Set(
  'a an and any are at between by can compare compared count difference do does each figures for get give gpu gpus have has how i in is it its list many max maximum me much number of on one or peak per please show size spec specs support supports supported tell than that the there theoretical there this to total vs versus what whats which with'.split(
    ' ',
  ),
);

/** How many words of a question are neither a name with a digit, nor an attribute, nor a word that asks. */
function otherWords(text: string): number {
  const rest = ATTRIBUTES.reduce((left, { pattern }) => left.replace(new RegExp(pattern.source, 'gi'), ' '), text);
  const words = rest.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return words.filter((word) => !/\d/.test(word) && !ASKING.has(word)).length;
}

/** One attribute of a GPU: how people name it, and its value as text with the source's key. */
type Attribute = {
  readonly name: string;
  readonly pattern: RegExp;
  readonly read: (
    device: Device,
  ) => { readonly text: string; readonly value: number | string; readonly sources: readonly string[] } | undefined;
};

const figure =
  (key: 'l2' | 'l3' | 'memoryGiB' | 'bandwidth' | 'boostMHz' | 'tdpWatts' | 'units', unit: string): Attribute['read'] =>
  ({ gpu }) => {
    const value = gpu?.[key];
    return value === undefined ? undefined : { text: `${value[0]} ${unit}`, value: value[0], sources: [value[1]] };
  };

const words =
  (key: 'interconnect' | 'fp8' | 'memoryKind'): Attribute['read'] =>
  ({ gpu }) => {
    const value = gpu?.[key];
    return value === undefined ? undefined : { text: value[0], value: value[0], sources: [value[1]] };
  };

const limit =
  (
    nvidia: (device: Extract<Device['architecture'], { vendor: 'nvidia' }>) => string,
    amd: (device: Extract<Device['architecture'], { vendor: 'amd' }>) => string | undefined,
  ): Attribute['read'] =>
  ({ architecture }) => {
    const text = architecture.vendor === 'nvidia' ? nvidia(architecture) : amd(architecture);
    return text === undefined ? undefined : { text, value: text, sources: architecture.sources };
  };

const peak = (type: string, pattern: RegExp): Attribute => ({
  name: `${type} peak, dense`,
  pattern,
  read: ({ gpu }) => {
    const value = gpu?.peaks?.[type];
    return value === undefined
      ? undefined
      : { text: `${value[0]} ${type.startsWith('int') ? 'TOP/s' : 'TFLOP/s'}`, value: value[0], sources: [value[1]] };
  },
});

const ATTRIBUTES: readonly Attribute[] = [
  { name: 'L2 cache', pattern: /\bl2\b/i, read: figure('l2', 'MiB') },
  {
    name: 'last-level (Infinity) cache',
    pattern: /\bl3\b|infinity cache|mall\b|last[ -]level/i,
    read: figure('l3', 'MiB'),
  },
  { name: 'memory bandwidth', pattern: /bandwidth|\bbw\b|gb\/s|tb\/s/i, read: figure('bandwidth', 'GB/s') },
  {
    name: 'shared memory (LDS)',
    pattern: /shared[ -]?mem(?:ory)?|\bsmem\b|\blds\b|scratchpad/i,
    read: limit(
      (a) =>
        `${bytesText(a.sharedPerSm)} per SM, at most ${bytesText(a.sharedPerBlock)} (${a.sharedPerBlock} bytes) per block after opting in`,
      (a) =>
        `${bytesText(a.ldsPerUnit)} per ${a.waveSize === 64 ? 'CU' : 'WGP'}, at most ${bytesText(a.ldsPerBlock)} per workgroup`,
    ),
  },
  {
    name: 'registers',
    pattern: /\bregisters?\b|\bregs\b|\bvgprs?\b/i,
    read: limit(
      (a) =>
        `${a.registersPerSm} 32-bit registers per SM, 255 per thread, allocated in units of ${a.registerUnit} per warp`,
      (a) => `${a.vectorRegisters} vector registers per lane and SIMD, allocated in units of ${a.vectorUnit}`,
    ),
  },
  {
    name: 'threads',
    pattern: /\bmax(?:imum)? threads|threads per (?:sm|block|cu)|how many threads|resident threads/i,
    read: limit(
      (a) => `${a.threadsPerSm} per SM, ${a.threadsPerBlock} per block`,
      (a) =>
        `${a.wavesPerSimd * a.simdsPerUnit * a.waveSize} per ${a.waveSize === 64 ? 'CU' : 'WGP'}, ${a.threadsPerBlock} per workgroup`,
    ),
  },
  {
    name: 'warps or waves',
    pattern: /\bwarps? (?:per|size)|warp size|wave(?:front)? (?:size|per)|waves per|max(?:imum)? warps/i,
    read: limit(
      (a) => `warps of ${a.warpSize}, ${a.threadsPerSm / a.warpSize} per SM`,
      (a) => `wavefronts of ${a.waveSize}, ${a.wavesPerSimd} per SIMD`,
    ),
  },
  {
    name: 'blocks per SM',
    pattern: /blocks? per (?:sm|cu)|max(?:imum)? (?:resident )?blocks/i,
    read: limit(
      (a) => `${a.blocksPerSm} per SM`,
      (a) => `${a.blocksPerUnit} workgroups of several waves per ${a.waveSize === 64 ? 'CU' : 'WGP'}`,
    ),
  },
  {
    name: 'SMs or CUs',
    pattern: /\b(?:sms?|cus?)\b(?! per)|sm count|cu count|multiprocessors|compute units/i,
    read: figure('units', ''),
  },
  { name: 'FP8', pattern: /\bfp8\b|e4m3|e5m2/i, read: words('fp8') },
  peak('fp8', /\bfp8\b/i),
  peak('bf16', /\bbf16\b/i),
  peak('fp16', /\bfp16\b|half precision/i),
  peak('tf32', /\btf32\b|\bxf32\b/i),
  peak('fp32', /\bfp32\b|single precision/i),
  peak('fp64', /\bfp64\b|double precision/i),
  peak('int8', /\bint8\b/i),
  peak('fp4', /\b(?:nv|mx)?fp4\b/i),
  {
    name: 'memory',
    pattern: /\bvram\b|\bmemory\b(?! band)|\bhbm\w*\b|how much mem/i,
    read: figure('memoryGiB', 'GiB'),
  },
  { name: 'memory kind', pattern: /\bhbm\w*\b|gddr|memory (?:type|kind)/i, read: words('memoryKind') },
  { name: 'boost clock', pattern: /\bclocks?\b|\bboost\b|mhz|ghz/i, read: figure('boostMHz', 'MHz') },
  { name: 'board power', pattern: /\btdp\b|\bpower\b|watts?/i, read: figure('tdpWatts', 'W') },
  { name: 'interconnect', pattern: /nvlink|xgmi|infinity fabric|interconnect|pcie/i, read: words('interconnect') },
  {
    name: 'target',
    pattern:
      /compute capability|\bsm_?(?:version|arch)?\?|which (?:sm|gfx|arch)|gfx (?:target|number|version)|\barchitecture\b|\barch\b/i,
    read: ({ target, architecture }) => ({
      text: `${target} (${architecture.name})`,
      value: target,
      sources: architecture.sources,
    }),
  },
];

/** A hardware fact, or several GPUs side by side; only when the whole question is about it. */
export function answerFact(text: string, library: Library, find: FindDevices): Answer | undefined {
  if (
    otherWords(text) > MOST_OTHER ||
    /\b(?:buy|price|cost|worth|should i|error|fail(?:s|ed)?|slow(?:er)?|crash|why|how (?:do|to|can))\b/i.test(text)
  )
    return undefined;
  const devices = find(text);
  if (devices.length === 0) return undefined;
  const asked = ATTRIBUTES.filter(({ pattern }) => pattern.test(text));
  const compared =
    asked.length > 0
      ? asked
      : devices.length > 1 && /\b(?:vs\.?|versus|compared?|specs?|difference)\b/i.test(text)
        ? ATTRIBUTES
        : [];
  const rows = compared
    .map(({ name, read }) => ({ name, cells: devices.map(read) }))
    .filter(({ cells }) =>
      asked.length > 0 ? cells.some((cell) => cell !== undefined) : cells.every((cell) => cell !== undefined),
    )
    .filter(({ name }, index, all) => all.findIndex((row) => row.name === name) === index);
  if (rows.length === 0) return undefined;
  return devices.length === 1 && devices[0] !== undefined
    ? single(devices[0], rows, library)
    : several(devices, rows, library);
}

type Row = { readonly name: string; readonly cells: readonly ReturnType<Attribute['read']>[] };

function single(device: Device, rows: readonly Row[], library: Library): Answer {
  const facts = rows.flatMap(({ name, cells: [cell] }) => (cell === undefined ? [] : [{ name, ...cell }]));
  const note = device.gpu?.note;
  return {
    ...base(
      `${device.name}: ${facts.map(({ name }) => name).join(', ')}`,
      [device],
      library,
      facts.flatMap(({ sources }) => sources),
    ),
    lead: plain(`${facts.map(({ name, text }) => `${name}: ${text.trim()}`).join('; ')}.`),
    blocks: note === undefined ? [] : [{ kind: 'paragraph', spans: plain(note) }],
    values: Object.fromEntries(facts.map(({ name, value }) => [key(name), value])),
  };
}

function several(devices: readonly Device[], rows: readonly Row[], library: Library): Answer {
  const table: Block = {
    kind: 'table',
    header: [plain(''), ...devices.map(({ name }) => plain(name))],
    rows: rows.map(({ name, cells }) => [
      plain(name),
      ...cells.map((cell) => plain(cell?.text.trim() ?? 'not confirmed')),
    ]),
  };
  const sources = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.sources ?? []));
  return {
    ...base(devices.map(({ name }) => name).join(' and '), devices, library, sources),
    lead: plain(
      rows.length === 1 && rows[0] !== undefined
        ? `${rows[0].name}: ${rows[0].cells.map((cell, index) => `${devices[index]?.name ?? ''} ${cell?.text.trim() ?? 'not confirmed'}`).join('; ')}.`
        : 'Side by side, peaks dense:',
    ),
    blocks: [table],
    values: Object.fromEntries(
      rows.flatMap(({ name, cells }) =>
        cells.flatMap((cell, index) =>
          cell === undefined
            ? []
            : [[`${devices[index]?.id ?? devices[index]?.target ?? index}_${key(name)}`, cell.value]],
        ),
      ),
    ),
  };
}

function base(title: string, devices: readonly Device[], library: Library, sources: readonly string[]) {
  return {
    kind: 'answer' as const,
    title: title.slice(0, 150),
    sources: hardwareSources(library, sources),
    choices: [],
    reasons: [{ text: `the hardware table holds ${devices.map(({ name }) => name).join(' and ')}`, weight: 1 }],
    origins: devices.map(({ id, target }) => ({ id: `hardware/${id ?? target}`, stacks: [] })),
    confidence: CERTAIN,
  };
}

function key(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

function plain(text: string): Spans {
  return [{ kind: 'text', text }];
}
