import { amdOccupancy } from '../../calculating/amd-occupancy.ts';
import { nvidiaOccupancy } from '../../calculating/nvidia-occupancy.ts';
import { amdResidency, type Launched, nvidiaResidency, type Residency } from '../../calculating/residency.ts';
import { bytesText, rounded } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Architecture } from '../../knowledge/hardware-schema.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Asked, Device } from './device.ts';
import { type Launch, readLaunch } from './launch.ts';
import { nextSteps } from './next-step.ts';
import { occupancyChart, telling } from './occupancy-chart.ts';
import { askFor, hardwareSources, impossible, worked } from './worked.ts';

/** Occupancy as a word, with its usual slips. */
const OCCUPANCY = /\boc+u+p+[ae]n[ct]\w*/i;
const ACTIVE =
  /active (?:blocks|warps)|(?:blocks|ctas|work-?groups) (?:per|\/|on an?|fit on an?) ?(?:sm|cu|wgp)|waves (?:per|\/) ?(?:simd|eu|cu)/i;
/** Lines of compilers that name what a kernel uses. */
const COMPILER = /\bused \d+ registers|\bn_regs\b|\bvgprs?:\s*\d/i;

/** Occupancy asked in words, or from a pasted line of ptxas, Triton or the AMD back end. */
export function answerOccupancy({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  const launch = readLaunch(bare);
  const given = [launch.sizes[0] ?? launch.warps, launch.registers, launch.shared].filter(
    (value) => value !== undefined,
  );
  const pasted = COMPILER.test(bare) && wordsBeside(bare) <= MOST_BESIDE;
  const named = OCCUPANCY.test(bare) || ACTIVE.test(bare) || (given.length > 1 && /\bocc\b/i.test(bare));
  if (!(named || pasted) || given.length === 0) return undefined;
  const [device] = devices;
  if (device === undefined) return askFor('occupancy', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  const residency = residencyOf(device.architecture);
  const wrong = outOfRange(device, residency, launch);
  if (wrong !== undefined) return wrong;
  // Registers alone bound the waves of an AMD SIMD; on NVIDIA, and with LDS, the block size takes part.
  const aloneEnough =
    device.architecture.vendor === 'amd' && launch.registers !== undefined && launch.shared === undefined;
  if (launch.sizes.length === 0 && launch.warps === undefined && !aloneEnough)
    return askFor('occupancy', 'How many threads has a block?', text, ['128 threads', '256 threads', '512 threads']);
  if (launch.registers === undefined)
    return askFor('occupancy', 'How many registers has a thread? (ptxas -v, or n_regs)', text, [
      '64 registers',
      '128 registers',
      '168 registers',
    ]);
  return answerFor(device, residency, launched(device.architecture, launch), launch, library);
}

/** A pasted compiler line may have so many words of its own beside it before something else is asked. */
const MOST_BESIDE = 8;

function wordsBeside(text: string): number {
  const words = text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  return words.filter((word) => !COMPILER_WORDS.has(word)).length;
}

const COMPILER_WORDS = new Set(
  'ptxas info used registers register bytes smem cmem gmem lmem stack frame spill stores loads barriers function properties for compiling entry sm vgprs sgprs agprs vgpr sgpr agpr totalsgprs scratchsize lane lds size block occupancy waves simd regs spills shared num warps threads thread remark gpu dynamic false true'.split(
    ' ',
  ),
);

export function residencyOf(architecture: Architecture): Residency {
  return architecture.vendor === 'nvidia' ? nvidiaResidency(architecture) : amdResidency(architecture);
}

/** A launch with what it leaves out taken as none; a missing block size as one warp. */
export function launched(architecture: Architecture, launch: Launch): Launched {
  const lanes = architecture.vendor === 'nvidia' ? architecture.warpSize : architecture.waveSize;
  const vectors = launch.registers ?? 0;
  const accumulators = launch.accumulators ?? 0;
  // The unified file gives accumulation registers after the vector registers, aligned to 4; CDNA 1 has two files of its own.
  const unified = architecture.vendor === 'amd' && architecture.vectorRegisters > 256 && lanes === 64;
  const registers =
    accumulators === 0
      ? vectors
      : unified
        ? Math.ceil(vectors / 4) * 4 + accumulators
        : Math.max(vectors, accumulators);
  const threads = launch.sizes[0] ?? (launch.warps ?? 1) * lanes;
  return { threads, registers, shared: launch.shared ?? 0, scalars: launch.scalars ?? 0 };
}

/** Refuses the first input that the hardware cannot take. */
export function outOfRange({ name, architecture }: Device, residency: Residency, launch: Launch): Answer | undefined {
  const { words, most } = residency;
  const asked = launched(architecture, launch);
  const wrong = [
    ...launch.sizes,
    ...(launch.sizes.length === 0 && launch.warps !== undefined ? [asked.threads] : []),
  ].find((threads) => threads > most.threads || threads < 1);
  if (wrong !== undefined)
    return impossible(
      'occupancy',
      `A ${words.block} on ${name} has 1 to ${most.threads} threads; ${wrong} were asked for.`,
    );
  if (asked.registers > most.registers)
    return impossible(
      'occupancy',
      `A ${words.thread} on ${name} has at most ${most.registers} ${words.registers}; ${asked.registers} were asked for. What does not fit is spilled to local memory.`,
    );
  if (asked.shared > most.shared)
    return impossible(
      'occupancy',
      `A ${words.block} on ${name} has at most ${bytesText(most.shared)} (${most.shared} bytes) of ${words.shared}; ${bytesText(asked.shared)} were asked for.`,
    );
  return undefined;
}

function answerFor(device: Device, residency: Residency, kernel: Launched, launch: Launch, library: Library): Answer {
  const { architecture } = device;
  const { words, wavesMost } = residency;
  const held = residency.at(kernel);
  const percent = rounded(held.share * 100);
  const blocks = `${held.blocks} ${words.block}${held.blocks === 1 ? '' : 's'}`;
  const sized = launch.sizes.length > 0 || launch.warps !== undefined;
  const by = `limited by ${held.limiters.join(' and ')}`;
  const detail =
    architecture.vendor === 'nvidia' ? nvidiaDetail(architecture, kernel) : amdDetail(architecture, kernel);
  return worked({
    name: 'occupancy',
    title: `Occupancy on ${device.name}`,
    lead:
      held.blocks === 0 && architecture.vendor === 'nvidia'
        ? `This kernel does not launch on ${device.name}: its registers do not fit one SM.`
        : architecture.vendor === 'nvidia'
          ? `${percent} %: ${blocks} (${held.waves} of ${wavesMost} warps) per SM, ${by}.`
          : `${percent} %: ${held.waves} of ${wavesMost} waves per SIMD${sized ? ` (${blocks} per ${words.holder})` : ''}, ${by}.`,
    working: detail.working,
    notes: [
      ...(launch.spills === undefined || launch.spills === 0
        ? []
        : ['Registers are spilled to local memory: raising occupancy by still fewer registers would spill more.']),
      ...(sized ? [] : ['The workgroup size was left open: its waves may be the tighter limit.']),
      ...(kernel.threads % residency.unit.threads === 0
        ? []
        : [
            `${kernel.threads} threads do not fill whole warps of ${residency.unit.threads}: the last one runs partly empty.`,
          ]),
      ...(sized ? nextSteps(residency, kernel) : []),
      ...detail.notes,
    ],
    values: detail.values,
    sources: hardwareSources(library, architecture.sources),
    stacks: [],
    chart: occupancyChart(device.name, residency, kernel, telling(held)),
  });
}

type Detail = {
  readonly working: readonly string[];
  readonly notes: readonly string[];
  readonly values: Readonly<Record<string, number | string>>;
};

function nvidiaDetail(limits: Extract<Architecture, { vendor: 'nvidia' }>, kernel: Launched): Detail {
  const found = nvidiaOccupancy(limits, kernel);
  const percent = found.share * 100;
  const perWarp = found.registersPerBlock / found.warpsPerBlock;
  const warps = limits.threadsPerSm / limits.warpSize;
  return {
    working: [
      `warps per block = ⌈${kernel.threads} / ${limits.warpSize}⌉ = ${found.warpsPerBlock}`,
      `registers: ${kernel.registers} × ${limits.warpSize} rounded up to ${limits.registerUnit} = ${perWarp} a warp; ${limits.registersPerSm} / ${limits.subPartitions} sub-partitions hold ⌊${limits.registersPerSm / limits.subPartitions} / ${perWarp}⌋ warps each → ${text(found.allows.registers)} blocks`,
      `shared memory: ${kernel.shared} + ${limits.sharedReserved} reserved, rounded up to ${limits.sharedUnit} = ${found.sharedPerBlock} bytes of ${limits.sharedPerSm} → ${text(found.allows['shared memory'])} blocks`,
      `warps: ⌊${warps} / ${found.warpsPerBlock}⌋ = ${text(found.allows.warps)} blocks; at most ${limits.blocksPerSm} blocks per SM`,
      `occupancy = ${found.blocks} blocks × ${found.warpsPerBlock} warps / ${warps} = ${rounded(percent)} %`,
    ],
    notes: [],
    values: {
      active_blocks_per_sm: found.blocks,
      active_warps_per_sm: found.warps,
      occupancy_percent: Number(percent.toFixed(4)),
      limiter: found.limiters.join(', '),
      registers_allocated_per_block: found.registersPerBlock,
      shared_bytes_allocated_per_block: found.sharedPerBlock,
    },
  };
}

function amdDetail(limits: Extract<Architecture, { vendor: 'amd' }>, kernel: Launched): Detail {
  const { threads, registers, scalars, shared } = kernel;
  const found = amdOccupancy(limits, {
    threads,
    vectorRegisters: registers,
    scalarRegisters: scalars,
    lds: shared,
  });
  const percent = found.share * 100;
  const unit = limits.waveSize === 64 ? 'CU' : 'WGP';
  return {
    working: [
      `waves per workgroup = ⌈${threads} / ${limits.waveSize}⌉ = ${found.wavesPerBlock}, over ${limits.simdsPerUnit} SIMDs`,
      `vector registers: ${registers} rounded up to ${limits.vectorUnit} = ${found.allocatedVectorRegisters} of ${limits.vectorRegisters} → ${found.allows['vector registers']} waves`,
      ...(limits.scalarSteps === undefined
        ? []
        : [`scalar registers: ${scalars} → ${found.allows['scalar registers']} waves`]),
      `LDS: ${shared} of ${limits.ldsPerUnit} bytes per ${unit} → ${found.allows.LDS} waves per SIMD`,
      `occupancy = min → ${found.wavesPerSimd} / ${limits.wavesPerSimd} = ${rounded(percent)} %`,
    ],
    notes: ['This is the number that the AMD back end prints after "; Occupancy:"; it counts waves per SIMD.'],
    values: {
      waves_per_simd: found.wavesPerSimd,
      active_blocks_per_cu: found.blocksPerUnit,
      occupancy_percent: Number(percent.toFixed(4)),
      limiter: found.limiters.join(', '),
      vector_registers_allocated: found.allocatedVectorRegisters,
    },
  };
}

function text(value: number): string {
  return value === Number.POSITIVE_INFINITY ? 'any number of' : String(value);
}
