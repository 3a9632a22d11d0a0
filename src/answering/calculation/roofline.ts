import { type Roofline, roofline, type Work } from '../../calculating/roofline.ts';
import { bytesText, rounded, secondsText } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Asked, Device } from './device.ts';
import { byteRateIn, flopRateIn, secondsIn, type Type, typeIn } from './inputs.ts';
import { type Operation, readOperation } from './operation.ts';
import { answerPeak } from './peak.ts';
import { rooflineChart } from './roofline-chart.ts';
import { askFor, hardwareSources, impossible, unconfirmed, worked } from './worked.ts';

/** Words that ask where the work stands under the roof. */
const ROOF =
  /\b(?:memory|mem|compute|bandwidth|bw|math|flops?)[ -]?(?:bound|limited)|\bbound by|\broof|(?:arithmetic|operational) intensity|flops? (?:per|\/) ?byte|ridge|\bfloor\b|speed of light|\bsol\b|(?:peak|best|minimum|min|ideal|theoretical|shortest|lowest|fastest) (?:possible |theoretical )?(?:time|runtime|latency|duration)|lower bound|how (?:fast|long|close|far|good|efficient)|(?:%|percent(?:age)?|fraction|share|how much) of (?:the |my |its )?(?:\w+ )?(?:peak|roof|floor|max|theoretical|sol|bandwidth)|\befficiency\b|\bmfu\b|utili[sz]ation|theoretical|\bis (?:that|this|it) (?:good|ok(?:ay)?|slow|fast|bad|normal)|\d ?(?:us|µs|ms|s) (?:good|ok(?:ay)?|slow|fast|bad|normal)\b|should (?:i|it|this|that) (?:expect|take)/i;

/** These move data between GPUs: their bound is a link. */
const COLLECTIVE = /\ball[ _-]?(?:reduce|gather)\b|\breduce[ _-]?scatter\b|\ball[ _-]?to[ _-]?all\b/i;

/** Roofline of an operation in words: a GEMM, attention, a convolution, an elementwise pass, a norm, or FLOP and bytes as given. */
export function answerRoofline(asked: Asked, library: Library): Answer | undefined {
  const { text, bare, devices } = asked;
  if (!ROOF.test(bare) || COLLECTIVE.test(bare)) return undefined;
  const [device] = devices;
  const type = typeIn(bare);
  const read = readOperation(bare);
  const rated = answerPeak(asked, read !== undefined && !('missing' in read), type, library);
  if (rated !== undefined) return rated;
  if (read === undefined) return undefined;
  if ('wrong' in read) return impossible('roofline', read.wrong);
  if ('missing' in read) {
    // A question without any size may be one of principle: only a type on a GPU shows that numbers are wanted.
    return read.sizeless !== true || (device !== undefined && type !== undefined)
      ? askFor('roofline', read.missing, text, read.options)
      : undefined;
  }
  const known = read.typeless === true ? NO_TYPE : type;
  if (known === undefined) return askFor('roofline', 'Of which type?', text, ['bf16', 'fp8', 'fp32']);
  if (device === undefined)
    return /intensity|flops? (?:per|\/) ?byte/i.test(bare)
      ? intensityOf(read, known)
      : askFor('roofline', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  if (device.gpu === undefined)
    return askFor('roofline', `Which GPU of ${device.name}?`, text, boards(device, library));
  return placed(read, known, device, asked, library);
}

/** Bytes moved alone need no type. */
const NO_TYPE: Type = { name: '', peak: '', bytes: 1 };

function boards({ target }: Device, { hardware }: Library): readonly string[] {
  return Object.values(hardware.gpus)
    .filter(({ architecture }) => architecture === target)
    .map(({ name }) => `on ${name}`)
    .slice(0, 3);
}

function intensityOf(operation: Operation, type: Type): Answer {
  const work = operation.work(type.bytes);
  const intensity = work.flop / work.bytes;
  return worked({
    name: 'roofline',
    title: `Arithmetic intensity: ${operation.what}, ${type.name}`,
    lead: `${rounded(intensity)} FLOP per byte. Name a GPU to see whether memory or arithmetic limits it.`,
    working: workLines(operation, work, type),
    notes: operation.notes,
    values: { flop: work.flop, bytes: work.bytes, intensity_flop_per_byte: exact(intensity) },
    sources: [],
    stacks: [],
  });
}

function placed(operation: Operation, type: Type, device: Device, { bare }: Asked, library: Library): Answer {
  const work = operation.work(type.bytes);
  const { bandwidth } = device.gpu ?? {};
  const peak = work.flop === 0 ? undefined : device.gpu?.peaks?.[type.peak];
  // Work outside the matrix units does a few FLOP a byte, below the ridge of every GPU: its floor needs no peak.
  const peakless = peak === undefined && !operation.matrix;
  if (bandwidth === undefined) return unconfirmed('roofline', device, 'memory bandwidth');
  if (peak === undefined && !peakless)
    return unconfirmed('roofline', device, `${type.peak} peak`, Object.keys(device.gpu?.peaks ?? {}));
  const found = roofline(work, {
    flopPerSecond: (peak?.[0] ?? Number.POSITIVE_INFINITY) * 1e12,
    bytesPerSecond: bandwidth[0] * 1e9,
  });
  const measured = measuredIn(bare, work);
  const share = measured === undefined ? undefined : (found.floor / measured) * 100;
  const rate = type.peak.startsWith('int') ? 'TOP/s' : 'TFLOP/s';
  return worked({
    name: 'roofline',
    title: `${operation.what}${type.name === '' ? '' : `, ${type.name}`}, on ${device.name}`,
    lead: `${bound(found, work, operation, peakless)} No run is shorter than ${secondsText(found.floor)}.${measured === undefined || share === undefined ? '' : ` ${against(measured, share)}`}`,
    working: [
      ...workLines(operation, work, type),
      ...(peak === undefined
        ? []
        : [
            `ridge = ${peak[0]} ${rate} (${type.peak}, dense) / ${bandwidth[0]} GB/s = ${rounded(found.ridge)} FLOP/byte`,
          ]),
      `floor = max(${peak === undefined ? (work.flop === 0 ? 'no arithmetic' : 'arithmetic, left out') : `${secondsText(found.computeSeconds)} of arithmetic`}, ${bytesText(work.bytes)} / ${bandwidth[0]} GB/s = ${secondsText(found.memorySeconds)} of traffic) = ${secondsText(found.floor)}`,
      ...(measured === undefined || share === undefined
        ? []
        : [
            `measured ${secondsText(measured)}: ${secondsText(found.floor)} / ${secondsText(measured)} = ${rounded(share)} % of the floor's speed${work.flop === 0 ? '' : `, ${rounded(work.flop / measured / 1e12)} ${rate}`}, ${rounded(work.bytes / measured / 1e9)} GB/s`,
          ]),
    ],
    notes: [
      ...operation.notes,
      ...(operation.matrix || peak === undefined
        ? []
        : ['Such work runs outside the matrix units, below the peak taken here: the true ridge is lower still.']),
      'The floor takes every byte from memory once and the peak clock: caches can lower the traffic, power and clocks raise the time. Launching alone takes a few µs.',
    ],
    values: {
      flop: work.flop,
      bytes: work.bytes,
      intensity_flop_per_byte: exact(found.intensity),
      ...(peak === undefined ? {} : { ridge_flop_per_byte: exact(found.ridge) }),
      bound: found.bound,
      floor_us: exact(found.floor * 1e6),
      ...(measured === undefined || share === undefined
        ? {}
        : {
            measured_us: exact(measured * 1e6),
            percent_of_floor: Number(share.toPrecision(6)),
            achieved_tflop_per_s: exact(work.flop / measured / 1e12),
            achieved_gb_per_s: exact(work.bytes / measured / 1e9),
          }),
    },
    sources: hardwareSources(library, [peak?.[1], bandwidth[1]]),
    stacks: [],
    chart:
      peak === undefined
        ? undefined
        : rooflineChart(device.name, type.peak, peak[0], bandwidth[0], [
            {
              name: 'most that this work can reach',
              intensity: found.intensity,
              rate: Math.min(peak[0], (found.intensity * bandwidth[0]) / 1e3),
            },
            ...(measured === undefined
              ? []
              : [{ name: 'measured', intensity: found.intensity, rate: work.flop / measured / 1e12 }]),
          ]),
  });
}

function workLines(operation: Operation, work: Work, type: Type): readonly string[] {
  return [
    `work = ${operation.formula} = ${rounded(work.flop / 1e9)} GFLOP`,
    `traffic, each tensor once = ${operation.traffic}${type.name === '' ? '' : `, ${type.bytes} byte${type.bytes === 1 ? '' : 's'} an element${type.bytes < 2 && operation.matrix ? ', results 2' : ''}`} = ${bytesText(work.bytes)}`,
    ...(work.flop === 0
      ? []
      : [
          `intensity = ${rounded(work.flop / 1e9)} GFLOP / ${rounded(work.bytes / 1e9)} GB = ${rounded(work.flop / work.bytes)} FLOP/byte`,
        ]),
  ];
}

function bound(found: Roofline, work: Work, operation: Operation, peakless: boolean): string {
  if (work.flop === 0) return operation.what.startsWith('Moving') ? 'Memory bound.' : 'Memory bound: no arithmetic.';
  if (peakless) return `Memory bound: ${rounded(found.intensity)} FLOP per byte is below the ridge of every GPU.`;
  return `${found.bound === 'memory' ? 'Memory' : 'Compute'} bound: ${rounded(found.intensity)} FLOP per byte against a ridge point of ${rounded(found.ridge)}.`;
}

function against(measured: number, share: number): string {
  return share > 100
    ? `${secondsText(measured)} is shorter than that: the data came from a cache, less was done, or the time is not the kernel's.`
    : `${secondsText(measured)} reaches ${rounded(share)} % of it.`;
}

/** The time as measured, or as a rate of arithmetic or of bytes makes it. */
function measuredIn(text: string, work: Work): number | undefined {
  const seconds = secondsIn(text.replace(/(?:\/|per )\s*s(?:ec(?:ond)?)?\b/gi, ''));
  if (seconds !== undefined) return seconds > 0 ? seconds : undefined;
  const flops = flopRateIn(text);
  if (flops !== undefined && flops > 0 && work.flop > 0 && !/\bflops?\b(?!\s*(?:\/|per|s\b))/i.test(text))
    return work.flop / flops;
  const bytes = byteRateIn(text);
  return bytes === undefined || bytes <= 0 ? undefined : work.bytes / bytes;
}

function exact(value: number): number {
  return Number(value.toPrecision(8));
}
