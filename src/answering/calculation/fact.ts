import type { Answer, Block, Spans } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import { ATTRIBUTES, type Attribute } from './attribute.ts';
import type { Asked, Device } from './device.ts';
import { hardwareSources, unconfirmed } from './worked.ts';

/** A look-up: the device and the attribute stand in the question. */
const CERTAIN = 0.95;
/** Words that ask for a figure without naming it. One word more says that something else is asked, which the library may know. */
const ASKING = new Set(
  'a about actual actually again all an and any are at available bandwidth be between big block blocks bw by can card cards chip come comes compare compared comparison compute core cores count cu cus datasheet dense device difference do does each exact exactly fast figures for from full get gib give gpu gpus gb gbps got has have having hey hi how i in info is it its itself kb kib large list long lot many max maximum me mb mib much my nominal number numbers of officially on one or ops out peak per please pls question quick rate rated raw real really say show simd size sized sizes sm sms so sparse sparsity spec specification specifications specs speed supply support supports supported tell tera tensor teraflops tflop tflops flops tops than thanks that the their theoretical theoretically there they thread threads this to total true type under unit units up us use uses using value values versus vs was we what whats which wave waves with without wondering workgroup you'.split(
    ' ',
  ),
);

/** How many words of a question are neither a name with a digit, nor an attribute, nor a word that asks. */
function otherWords(text: string): number {
  const rest = ATTRIBUTES.reduce((left, { pattern }) => left.replace(new RegExp(pattern.source, 'gi'), ' '), text);
  const words = rest.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return words.filter((word) => !/\d/.test(word) && !ASKING.has(word)).length;
}

/** Asks how much, where a missing figure can be named; whether something is supported is the library's to say. */
const FIGURE =
  /peak|tflops?|\btops\b|flops|bandwidth|how (?:much|many|big|large|fast)|\bclocks?\b|\btdp\b|\bl[23]\b|\bsize\b|watts?|[gt]b\/s/i;

/** A hardware fact, or several GPUs side by side; only when the whole question is about it. */
export function answerFact({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  if (
    otherWords(bare) > 0 ||
    /\b(?:buy|price|cost|worth|should i|error|fail(?:s|ed)?|slow(?:er)?|crash|why|how (?:do|to|can))\b/i.test(text)
  )
    return undefined;
  if (devices.length === 0) return undefined;
  const asked = ATTRIBUTES.filter(({ pattern }) => pattern.test(bare));
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
  const [first] = devices;
  if (rows.length === 0)
    return first?.gpu === undefined || asked.length === 0 || !FIGURE.test(bare)
      ? undefined
      : unconfirmed('fact', first, asked.map(({ name }) => name).join(' or '), Object.keys(first.gpu.peaks ?? {}));
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
