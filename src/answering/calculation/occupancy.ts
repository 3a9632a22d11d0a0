import { type AmdKernel, type AmdLimits, amdOccupancy } from '../../calculating/amd-occupancy.ts';
import {
  type NvidiaKernel,
  type NvidiaLimits,
  nvidiaOccupancy,
  type Occupancy,
} from '../../calculating/nvidia-occupancy.ts';
import { bytesText, memoryBytes, rounded } from '../../calculating/units.ts';
import type { Answer, Chart } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Device, FindDevices } from './device.ts';
import { askFor, hardwareSources, impossible, worked } from './worked.ts';

/** What the words of a question give; what they leave out is undefined. */
export type Launch = {
  readonly threads: number | undefined;
  readonly warps: number | undefined;
  readonly registers: number | undefined;
  readonly accumulators: number | undefined;
  readonly scalars: number | undefined;
  readonly shared: number | undefined;
};

/** Occupancy asked in words, or from a pasted line of ptxas, Triton or the AMD back end. */
export function answerOccupancy(text: string, library: Library, find: FindDevices): Answer | undefined {
  const launch = readLaunch(text);
  const given = [launch.threads ?? launch.warps, launch.registers, launch.shared].filter(
    (value) => value !== undefined,
  ).length;
  if (!/occupanc|active (?:blocks|warps)|blocks per (?:sm|cu)|waves per (?:simd|eu|cu)/i.test(text) || given === 0)
    return undefined;
  const [device] = find(text);
  if (device === undefined) return askFor('occupancy', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  if (launch.threads === undefined && launch.warps === undefined)
    return askFor('occupancy', 'How many threads has a block?', text, ['128 threads', '256 threads', '512 threads']);
  if (launch.registers === undefined)
    return askFor('occupancy', 'How many registers has a thread? (ptxas -v, or n_regs)', text, [
      '64 registers',
      '128 registers',
      '168 registers',
    ]);
  const { architecture } = device;
  return architecture.vendor === 'nvidia'
    ? nvidia(device, architecture, launch, library)
    : amd(device, architecture, launch, library);
}

/** Reads a launch from words or compiler lines: "128 regs 256 threads 64KB smem", "Used 128 registers, 49152 bytes smem". */
export function readLaunch(text: string): Launch {
  const number = (pattern: RegExp): number | undefined => {
    const match = pattern.exec(text);
    return match?.[1] === undefined ? undefined : Number(match[1].replaceAll(',', ''));
  };
  const labelled = String.raw`\b(?:smem|shared(?: mem(?:ory)?)?|lds(?: size)?(?: \[bytes\/block\])?|ldsbytesize)\s*`;
  const amount = String.raw`\s*(\d[\d,]*(?:\.\d+)?)\s*(k|m)?(?:i?b|bytes)?`;
  const size =
    new RegExp(`${labelled}[:=]${amount}`, 'i').exec(text) ??
    /(\d[\d,]*(?:\.\d+)?)\s*(k|m)?(?:i?b|bytes)?\s*(?:of )?(?:(?:static|dynamic) )?(?:smem|shared(?: mem(?:ory)?)?|lds|sram)\b/i.exec(
      text,
    ) ??
    new RegExp(`${labelled}(?:of|is)?${amount}`, 'i').exec(text);
  return {
    threads:
      number(/(\d[\d,]*)\s*(?:threads?|thr|work-?items)\b/i) ??
      number(
        /\b(?:block(?:[ _-]?(?:size|dim))?|threads?(?:[ _]per[ _]block)?|workgroup(?: size)?)\s*(?:of|is|[:=])?\s*(\d{2,4})\b/i,
      ),
    warps: number(/\bnum_warps\s*[:=]?\s*(\d+)/i) ?? number(/(\d+)\s*(?:warps?|wave(?:front)?s?)\b(?!\s*per)/i),
    // A label with a colon comes first: in "VGPRs: 96 AGPRs: 0" the number before a name belongs to the name before it.
    registers:
      number(/\b(?:n_regs|(?:num)?vgprs?)\s*[:=]\s*(\d+)/i) ??
      number(/(\d+)\s*(?:v?reg(?:ister)?s?|vgprs?)\b/i) ??
      number(/\b(?:n_regs|reg(?:ister)?s?(?:[ /]per[ /]thread)?|vgprs?)\s*(?:of|is|[:=])?\s*(\d+)/i),
    accumulators: number(/\b(?:num)?agprs?\s*[:=]\s*(\d+)/i) ?? number(/(\d+)\s*agprs?\b/i),
    scalars: number(/\b(?:num|total)?sgprs?\s*[:=]\s*(\d+)/i) ?? number(/(\d+)\s*sgprs?\b/i),
    shared: size?.[1] === undefined ? undefined : memoryBytes(size[1], size[2] ?? ''),
  };
}

function nvidia(
  device: Device,
  limits: NvidiaLimits & { readonly sources: readonly string[] },
  launch: Launch,
  library: Library,
): Answer {
  const threads = launch.threads ?? (launch.warps ?? 1) * limits.warpSize;
  const kernel: NvidiaKernel = { threads, registers: launch.registers ?? 0, shared: launch.shared ?? 0 };
  if (threads > limits.threadsPerBlock || threads < 1)
    return impossible(
      'occupancy',
      `A block on ${device.name} has 1 to ${limits.threadsPerBlock} threads; ${threads} were asked for.`,
    );
  if (kernel.registers > 255)
    return impossible(
      'occupancy',
      `A thread on ${device.name} has at most 255 registers; ${kernel.registers} were asked for. What does not fit is spilled to local memory.`,
    );
  if (kernel.shared > limits.sharedPerBlock)
    return impossible(
      'occupancy',
      `A block on ${device.name} has at most ${bytesText(limits.sharedPerBlock)} (${limits.sharedPerBlock} bytes) of shared memory; ${bytesText(kernel.shared)} were asked for.`,
    );
  const found = nvidiaOccupancy(limits, kernel);
  const percent = found.share * 100;
  const perWarp = found.registersPerBlock / found.warpsPerBlock;
  const working = [
    `warps per block = ⌈${threads} / ${limits.warpSize}⌉ = ${found.warpsPerBlock}`,
    `registers: ${kernel.registers} × ${limits.warpSize} rounded up to ${limits.registerUnit} = ${perWarp} a warp; ${limits.registersPerSm} / ${limits.subPartitions} sub-partitions hold ⌊${limits.registersPerSm / limits.subPartitions} / ${perWarp}⌋ warps each → ${text(found.allows.registers)} blocks`,
    `shared memory: ${kernel.shared} + ${limits.sharedReserved} reserved, rounded up to ${limits.sharedUnit} = ${found.sharedPerBlock} bytes of ${limits.sharedPerSm} → ${text(found.allows['shared memory'])} blocks`,
    `warps: ⌊${limits.threadsPerSm / limits.warpSize} / ${found.warpsPerBlock}⌋ = ${text(found.allows.warps)} blocks; at most ${limits.blocksPerSm} blocks per SM`,
    `occupancy = ${found.blocks} blocks × ${found.warpsPerBlock} warps / ${limits.threadsPerSm / limits.warpSize} = ${rounded(percent)} %`,
  ];
  return worked({
    name: 'occupancy',
    title: `Occupancy on ${device.name}`,
    lead:
      found.blocks === 0
        ? `This kernel does not launch on ${device.name}: its registers do not fit one SM.`
        : `${rounded(percent)} %: ${found.blocks} block${found.blocks === 1 ? '' : 's'} (${found.warps} of ${limits.threadsPerSm / limits.warpSize} warps) per SM, limited by ${found.limiters.join(' and ')}.`,
    working,
    notes: nextStep(limits, kernel, found),
    values: {
      active_blocks_per_sm: found.blocks,
      active_warps_per_sm: found.warps,
      occupancy_percent: Number(percent.toFixed(4)),
      limiter: found.limiters.join(', '),
      registers_allocated_per_block: found.registersPerBlock,
      shared_bytes_allocated_per_block: found.sharedPerBlock,
    },
    sources: hardwareSources(library, limits.sources),
    stacks: [],
    chart: registerChart(device, limits, kernel),
  });
}

/** What would let one more block in. */
function nextStep(limits: NvidiaLimits, kernel: NvidiaKernel, found: Occupancy): readonly string[] {
  if (found.share >= 1) return [];
  const better = (changed: NvidiaKernel): boolean => nvidiaOccupancy(limits, changed).blocks > found.blocks;
  const steps: string[] = [];
  for (let registers = kernel.registers - 1; registers >= 16; registers -= 1) {
    if (better({ ...kernel, registers })) {
      steps.push(`${registers} registers or fewer (__launch_bounds__(${kernel.threads}, ${found.blocks + 1}))`);
      break;
    }
  }
  for (let shared = kernel.shared - limits.sharedUnit; shared >= 0; shared -= limits.sharedUnit) {
    if (better({ ...kernel, shared })) {
      steps.push(`${bytesText(shared)} of shared memory or less`);
      break;
    }
  }
  const advice =
    steps.length > 0
      ? [`One more block fits with ${steps.join(', or with ')}.`]
      : [
          'No single change of registers or shared memory lets one more block in: change the block size, or both together.',
        ];
  return [
    ...advice,
    'More occupancy helps only while warps wait; a kernel that keeps its pipes busy gains nothing from it.',
  ];
}

function registerChart(device: Device, limits: NvidiaLimits, kernel: NvidiaKernel): Chart {
  const at = (registers: number): [number, number] => [
    registers,
    nvidiaOccupancy(limits, { ...kernel, registers }).share * 100,
  ];
  return {
    title: `Occupancy by registers, ${kernel.threads} threads, ${bytesText(kernel.shared)} shared, ${device.name}`,
    x: { label: 'registers per thread', logarithmic: false },
    y: { label: 'occupancy, %', logarithmic: false },
    lines: [
      { name: 'occupancy', style: 'line', points: Array.from({ length: 240 }, (_, index) => at(16 + index)) },
      { name: 'this kernel', style: 'points', points: [at(kernel.registers)] },
    ],
  };
}

function amd(
  device: Device,
  limits: AmdLimits & { readonly sources: readonly string[] },
  launch: Launch,
  library: Library,
): Answer {
  const threads = launch.threads ?? (launch.warps ?? 1) * limits.waveSize;
  // The unified file gives accumulation registers after the vector registers, aligned to 4; CDNA 1 has two files of its own.
  const vectors = launch.registers ?? 0;
  const accumulators = launch.accumulators ?? 0;
  const unified = limits.vectorRegisters > 256 && limits.waveSize === 64;
  const together =
    accumulators === 0
      ? vectors
      : unified
        ? Math.ceil(vectors / 4) * 4 + accumulators
        : Math.max(vectors, accumulators);
  const kernel: AmdKernel = {
    threads,
    vectorRegisters: together,
    scalarRegisters: launch.scalars ?? 0,
    lds: launch.shared ?? 0,
  };
  if (threads > limits.threadsPerBlock || threads < 1)
    return impossible(
      'occupancy',
      `A workgroup on ${device.name} has 1 to ${limits.threadsPerBlock} work-items; ${threads} were asked for.`,
    );
  if (together > limits.vectorAddressable)
    return impossible(
      'occupancy',
      `A lane on ${device.name} has at most ${limits.vectorAddressable} vector registers; ${together} were asked for.`,
    );
  if (kernel.lds > limits.ldsPerBlock)
    return impossible(
      'occupancy',
      `A workgroup on ${device.name} has at most ${bytesText(limits.ldsPerBlock)} of LDS; ${bytesText(kernel.lds)} were asked for.`,
    );
  const found = amdOccupancy(limits, kernel);
  const percent = found.share * 100;
  const unit = limits.waveSize === 64 ? 'CU' : 'WGP';
  return worked({
    name: 'occupancy',
    title: `Occupancy on ${device.name}`,
    lead: `${rounded(percent)} %: ${found.wavesPerSimd} of ${limits.wavesPerSimd} waves per SIMD (${found.blocksPerUnit} workgroup${found.blocksPerUnit === 1 ? '' : 's'} per ${unit}), limited by ${found.limiters.join(' and ')}.`,
    working: [
      `waves per workgroup = ⌈${threads} / ${limits.waveSize}⌉ = ${found.wavesPerBlock}, over ${limits.simdsPerUnit} SIMDs`,
      `vector registers: ${together} rounded up to ${limits.vectorUnit} = ${found.allocatedVectorRegisters} of ${limits.vectorRegisters} → ${found.allows['vector registers']} waves`,
      ...(limits.scalarSteps === undefined
        ? []
        : [`scalar registers: ${kernel.scalarRegisters} → ${found.allows['scalar registers']} waves`]),
      `LDS: ${kernel.lds} of ${limits.ldsPerUnit} bytes per ${unit} → ${found.allows.LDS} waves per SIMD`,
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
    sources: hardwareSources(library, limits.sources),
    stacks: [],
  });
}

function text(value: number): string {
  return value === Number.POSITIVE_INFINITY ? 'any number of' : String(value);
}
