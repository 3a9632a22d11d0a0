import { rounded } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Asked, Device } from './device.ts';
import { byteRateIn, flopRateIn, type Type } from './inputs.ts';
import { rooflineChart } from './roofline-chart.ts';
import { askFor, hardwareSources, unconfirmed, worked } from './worked.ts';

/** What else than the GPU's memory a rate of bytes may be of. */
const LINK =
  /\b(?:pci\w*|nvlinks?|xgmi|infinity fabric|host|[hd]2[hd]|pinned|p2p|peer|nccl|rccl|networks?|infiniband|roce|efa|ethernet|nvme|disk|gds|gpudirect|l[123]|shared|smem|lds)\b/i;

/** Questions about the roof itself: where it bends, and what share of it a rate reaches. */
export function answerPeak(
  { text, bare, devices }: Asked,
  operation: boolean,
  type: Type | undefined,
  library: Library,
): Answer | undefined {
  if (operation) return undefined;
  const [device] = devices;
  const ridge = /\bridge\b|machine balance|flops? (?:per|\/|to) ?byte/i.test(bare);
  const bytes = byteRateIn(bare);
  const flops = flopRateIn(bare);
  if (!ridge && bytes === undefined && flops === undefined) return undefined;
  if (
    !ridge &&
    !/peak|theoretical|roof|max|efficien|speed of light|\bsol\b|mfu|utili[sz]|how (?:close|far|good)|%|percent/i.test(
      bare,
    )
  )
    return undefined;
  if (device === undefined)
    return ridge && !/\d/.test(bare) && type === undefined
      ? undefined
      : askFor('roofline', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  if (ridge)
    return ridgeOf(
      devices.filter(({ gpu }) => gpu !== undefined),
      type,
      library,
    );
  // The peak of the table is that of the GPU's own memory.
  if (bytes !== undefined && LINK.test(bare)) return undefined;
  if (bytes !== undefined)
    return reached(device, bytes / 1e9, 'GB/s', 'memory bandwidth', device.gpu?.bandwidth, library);
  if (flops === undefined) return undefined;
  if (type === undefined) return askFor('roofline', 'Of which type?', text, ['bf16', 'fp8', 'fp32']);
  return reached(device, flops / 1e12, 'TFLOP/s', `${type.peak} peak`, device.gpu?.peaks?.[type.peak], library);
}

function ridgeOf(devices: readonly Device[], type: Type | undefined, library: Library): Answer | undefined {
  const [first] = devices;
  if (first?.gpu === undefined) return undefined;
  const rows = devices.flatMap(({ name, id, gpu }) =>
    gpu?.bandwidth === undefined
      ? []
      : Object.entries(gpu.peaks ?? {})
          .filter(([peak]) => type === undefined || peak === type.peak)
          .map(([peak, figure]) => ({
            name,
            key: `${devices.length > 1 ? `${id}_` : ''}${type === undefined ? `${peak}_` : ''}ridge_flop_per_byte`,
            peak,
            flops: figure[0],
            bytes: gpu.bandwidth?.[0] ?? 1,
            ridge: (figure[0] * 1e3) / (gpu.bandwidth?.[0] ?? 1),
            sources: [figure[1], gpu.bandwidth?.[1]],
          })),
  );
  const [shown] = rows;
  if (shown === undefined)
    return unconfirmed(
      'roofline',
      first,
      first.gpu.bandwidth === undefined ? 'memory bandwidth' : `${type?.peak ?? ''} peak`.trim(),
      Object.keys(first.gpu.peaks ?? {}),
    );
  return worked({
    name: 'roofline',
    title: `Ridge point of ${[...new Set(rows.map(({ name }) => name))].join(' and ')}`,
    lead: `${rows.map(({ name, peak, ridge }) => `${devices.length > 1 ? `${name}, ` : ''}${peak}: ${rounded(ridge)} FLOP per byte`).join('; ')}. Work below it waits for memory, work above it for arithmetic.`,
    working: rows.map(
      ({ name, peak, flops, bytes, ridge }) =>
        `${devices.length > 1 ? `${name}: ` : ''}${flops} ${peak.startsWith('int') ? 'TOP/s' : 'TFLOP/s'} (${peak}, dense) / ${bytes} GB/s = ${rounded(ridge)} FLOP/byte`,
    ),
    values: Object.fromEntries(rows.map(({ key, ridge }) => [key, Number(ridge.toPrecision(8))])),
    sources: hardwareSources(
      library,
      rows.flatMap(({ sources }) => sources),
    ),
    stacks: [],
    chart: rooflineChart(shown.name, shown.peak, shown.flops, shown.bytes, [
      { name: 'ridge point', intensity: shown.ridge, rate: shown.flops },
    ]),
  });
}

function reached(
  device: Device,
  rate: number,
  unit: string,
  what: string,
  peak: readonly [number, string] | undefined,
  library: Library,
): Answer {
  if (peak === undefined) return unconfirmed('roofline', device, what, Object.keys(device.gpu?.peaks ?? {}));
  const share = (rate / peak[0]) * 100;
  const shownUnit = what.startsWith('int') ? 'TOP/s' : unit;
  return worked({
    name: 'roofline',
    title: `${rounded(rate)} ${shownUnit} on ${device.name}`,
    lead:
      share > 100
        ? `${rounded(share)} % of the ${what} of ${device.name}, more than it has: check the bytes or FLOP counted, the type, sparsity and caches.`
        : `${rounded(share)} % of the ${what} of ${device.name}.`,
    working: [`${rounded(rate)} / ${peak[0]} ${shownUnit}${unit === 'GB/s' ? '' : ' (dense)'} = ${rounded(share)} %`],
    notes: [
      'No kernel reaches all of it: on the H200 measured for this library a copy reached 89 % of the bandwidth, a bf16 GEMM 79 % of the peak.',
    ],
    values: {
      percent_of_peak: Number(share.toPrecision(6)),
      [unit === 'GB/s' ? 'peak_gb_per_s' : 'peak_tflop_per_s']: peak[0],
    },
    sources: hardwareSources(library, [peak[1]]),
    stacks: [],
  });
}
