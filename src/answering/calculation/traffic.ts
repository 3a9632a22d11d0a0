import { allreduceFloor, fusionBytes, launchBound } from '../../calculating/memory.ts';
import { RULES } from '../../calculating/sources.ts';
import { bytesText, countOf, memoryBytes, rounded, secondsText, TYPE_BYTES } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { FindDevices } from './device.ts';
import { askFor, hardwareSources, worked } from './worked.ts';

const TYPES = new RegExp(`\\b(${Object.keys(TYPE_BYTES).join('|')})\\b`, 'i');

/** What launching costs on the CPU where the question does not say; asked for a measured one in the notes. */
const LAUNCH_SECONDS = 5e-6;

/** Bytes that fusing saves, what capturing launches saves, how fast an allreduce can be. */
export function answerTraffic(text: string, library: Library, find: FindDevices): Answer | undefined {
  if (/all[ -]?reduce/i.test(text) && /\d/.test(text)) return allreduce(text);
  if (/\bfus(?:e|ing|ion)\b/i.test(text) && /elements/i.test(text)) return fusion(text, library, find);
  if (/\b(?:graph|captur|launch)/i.test(text) && /\d\s*(?:kernels|launches)/i.test(text)) return launches(text);
  return undefined;
}

function allreduce(text: string): Answer | undefined {
  const size = /(\d[\d,]*(?:\.\d+)?)\s*([kmg])i?b(?:ytes?)?\b(?!\s*(?:\/s|ps|per))/i.exec(text);
  const ranks = Number(/(\d+)\s*(?:x\s*)?(?:gpus?|ranks?|nodes?)/i.exec(text)?.[1] ?? Number.NaN);
  if (size?.[1] === undefined) return undefined;
  if (Number.isNaN(ranks)) return askFor('allreduce', 'Over how many GPUs?', text, ['2 gpus', '4 gpus', '8 gpus']);
  const link = /(\d+(?:\.\d+)?)\s*([gt])(b|bit)(?:\/s|ps| per s)/i.exec(text);
  if (link?.[1] === undefined)
    return askFor('allreduce', 'Over which link, one way per GPU?', text, [
      '450 GB/s (NVLink 4)',
      '64 GB/s (PCIe 5 x16)',
      '50 GB/s (400 Gb/s network)',
    ]);
  // Gb/s are bits, GB/s are bytes: the case of the b tells.
  const rate =
    (Number(link[1]) * (link[2]?.toLowerCase() === 't' ? 1e12 : 1e9)) /
    (link[3] === 'b' || link[3]?.toLowerCase() === 'bit' ? 8 : 1);
  const bytes = memoryBytes(size[1], size[2] ?? '');
  const floor = allreduceFloor(bytes, ranks, rate);
  return worked({
    name: 'allreduce',
    title: `Allreduce of ${size[0]} over ${ranks} GPUs`,
    lead: `At least ${secondsText(floor)}: each GPU sends and receives 2 (n − 1) / n of the data.`,
    working: [
      `2 × (${ranks} − 1) / ${ranks} × ${bytes} bytes = ${bytesText((2 * (ranks - 1) * bytes) / ranks)} a GPU and direction`,
      `/ ${rounded(rate / 1e9)} GB/s one way = ${secondsText(floor)}`,
    ],
    notes: [
      'This is the bandwidth bound of ring and tree alike; small messages are bound by latency, and in-switch reduction moves the data once.',
    ],
    values: { floor_us: Number((floor * 1e6).toPrecision(8)), bytes_per_gpu: (2 * (ranks - 1) * bytes) / ranks },
    sources: [RULES.collectives],
    stacks: [],
  });
}

function fusion(text: string, library: Library, find: FindDevices): Answer | undefined {
  const elements = /(\d[\d,]*(?:\.\d+)?)\s*([kmg])?\s*elements/i.exec(text);
  const operations = Number(
    /(\d+)\s*(?:elementwise |pointwise )?(?:ops?|operations?|kernels?|passes)/i.exec(text)?.[1] ?? Number.NaN,
  );
  if (elements?.[1] === undefined || Number.isNaN(operations)) return undefined;
  const type = TYPES.exec(text)?.[1]?.toLowerCase();
  if (type === undefined) return askFor('fusion', 'Of which type?', text, ['bf16', 'fp32', 'fp8']);
  const count = countOf(elements[1], elements[2] ?? '');
  const { unfused, fused } = fusionBytes(count, operations, TYPE_BYTES[type] ?? 2);
  const bandwidth = find(text)[0]?.gpu?.bandwidth;
  const saved = bandwidth === undefined ? undefined : (unfused - fused) / (bandwidth[0] * 1e9);
  return worked({
    name: 'fusion',
    title: `Fusing ${operations} elementwise operations on ${elements[0]}`,
    lead: `${bytesText(unfused)} of traffic become ${bytesText(fused)}: ${rounded(unfused / fused)} times less${saved === undefined ? '' : `, at least ${secondsText(saved)} saved`}.`,
    working: [
      `apart: ${operations} × (1 read + 1 write) × ${count} × ${TYPE_BYTES[type]} bytes = ${bytesText(unfused)}`,
      `fused: 1 read + 1 write = ${bytesText(fused)}`,
    ],
    notes: [
      'Second operands of each operation are left out: they are read either way. Tensors that fit the L2 cache gain less.',
    ],
    values: {
      unfused_bytes: unfused,
      fused_bytes: fused,
      ...(saved === undefined ? {} : { saved_us: Number((saved * 1e6).toPrecision(8)) }),
    },
    sources: hardwareSources(library, [bandwidth?.[1]]),
    stacks: [],
  });
}

function launches(text: string): Answer | undefined {
  const kernels = Number(/(\d[\d,]*)\s*(?:kernels|launches)/i.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN);
  const times = [...text.matchAll(/(\d+(?:\.\d+)?)\s*(us|µs|μs|ms|ns)\b/gi)].map(
    (match) => Number(match[1]) * (/^n/i.test(match[2] ?? '') ? 1e-9 : /^m/i.test(match[2] ?? '') ? 1e-3 : 1e-6),
  );
  const [kernel, launch = LAUNCH_SECONDS] = times;
  if (Number.isNaN(kernels)) return undefined;
  if (kernel === undefined) return askFor('graph', 'How long does one kernel run?', text, ['2 us', '5 us', '20 us']);
  const found = launchBound(kernels, kernel, launch);
  return worked({
    name: 'graph',
    title: `${kernels} kernels of ${secondsText(kernel)}: does capturing them pay?`,
    lead: found.bound
      ? `Yes: launching (${secondsText(launch)} each) takes longer than the kernels, so the GPU idles ${rounded(found.idleShare * 100)} % of the step.`
      : `Little: the kernels (${secondsText(kernel)}) last longer than a launch (${secondsText(launch)}), which hides behind them.`,
    working: [
      `step as launched = ${kernels} × max(${secondsText(kernel)}, ${secondsText(launch)}) = ${secondsText(found.stepSeconds)}`,
      `step as one graph ≈ ${kernels} × ${secondsText(kernel)} = ${secondsText(kernels * kernel)}, plus one launch`,
      `break-even: kernels shorter than ${secondsText(launch)}, that is more than ${rounded(1 / launch)} launches a second`,
    ],
    notes: [
      times.length < 2
        ? `A launch is taken as ${secondsText(LAUNCH_SECONDS)}; frameworks take more. Measure yours: the gaps between kernels in a timeline.`
        : 'Frameworks add time of their own to each launch: measure the gaps between kernels in a timeline.',
    ],
    values: {
      launch_bound: found.bound ? 'yes' : 'no',
      idle_percent: Number((found.idleShare * 100).toPrecision(6)),
      step_us: Number((found.stepSeconds * 1e6).toPrecision(8)),
      break_even_launches_per_second: Number((1 / launch).toPrecision(8)),
    },
    sources: [RULES.graphs],
    stacks: [],
  });
}
