import { type Held, type Launched, largest, type Residency, type Target } from '../../calculating/residency.ts';
import { bytesText, rounded } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import { answerBlockSize } from './block-size.ts';
import type { Asked, Device } from './device.ts';
import { launched, outOfRange, residencyOf } from './occupancy.ts';
import { occupancyChart } from './occupancy-chart.ts';
import { given, heldText, heldValues, list, targetText } from './occupancy-words.ts';
import { type Backwards, readBackwards } from './target.ts';
import { askFor, hardwareSources, impossible, worked } from './worked.ts';

/** Occupancy solved backwards: registers, shared memory or a block size for the occupancy or the blocks that one wants. */
export function answerReverse({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  const backwards = readBackwards(bare);
  if (backwards === undefined) return undefined;
  const [device] = devices;
  if (device === undefined && backwards.target === undefined && backwards.input === 'registers') return undefined;
  if (device === undefined) return askFor('occupancy', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  const { launch, input } = backwards;
  const residency = residencyOf(device.architecture);
  const wrong = outOfRange(device, residency, launch) ?? outOfReach(device, residency, backwards.target);
  if (wrong !== undefined) return wrong;
  const kernel = launched(device.architecture, launch);
  if (input === 'threads') {
    if (launch.registers === undefined && launch.shared === undefined)
      return askFor('occupancy', 'How many registers has a thread? (ptxas -v, or n_regs)', text, [
        '32 registers',
        '64 registers',
        '128 registers',
      ]);
    return answerBlockSize(device, residency, kernel, backwards, library);
  }
  const target: Target =
    backwards.target === 'kept'
      ? { share: residency.at({ ...kernel, [input]: input === 'registers' ? 1 : 0 }).share }
      : (backwards.target ?? { blocks: 1 });
  const sized = launch.sizes.length > 0 || launch.warps !== undefined;
  // Shared memory is a block's: without its size, blocks can be counted but not how many warps they bring.
  if (!sized && ('blocks' in target ? input === 'registers' : input === 'shared'))
    return askFor('occupancy', 'How many threads has a block?', text, ['128 threads', '256 threads', '512 threads']);
  if (!sized && input === 'registers') return anySize(device, residency, kernel, target, library);
  return most(device, residency, kernel, input, target, sized, library);
}

/** A target that no launch can reach. */
function outOfReach(
  { name }: Device,
  { wavesMost, words }: Residency,
  target: Backwards['target'],
): Answer | undefined {
  if (target === undefined || target === 'kept') return undefined;
  if ('share' in target && (target.share > 1 || target.share <= 0))
    return impossible(
      'occupancy',
      `Occupancy is a share of at most 100 %; ${rounded(target.share * 100)} % was asked for.`,
    );
  if ('blocks' in target && target.blocks < 1)
    return impossible(
      'occupancy',
      `At least one ${words.block} per ${words.holder} runs; ${target.blocks} were asked for.`,
    );
  if ('waves' in target && (target.waves > wavesMost || target.waves < 1))
    return impossible(
      'occupancy',
      `A ${words.waveHolder} of ${name} holds 1 to ${wavesMost} ${words.waves}; ${target.waves} were asked for.`,
    );
  return undefined;
}

function most(
  device: Device,
  residency: Residency,
  kernel: Launched,
  input: 'registers' | 'shared',
  target: Target,
  sized: boolean,
  library: Library,
): Answer {
  const { words, unit } = residency;
  const value = largest(residency, kernel, input, target);
  const name = words[input];
  if (value === undefined) {
    const best = residency.at({ ...kernel, [input]: input === 'registers' ? 1 : 0 });
    return impossible(
      'occupancy',
      `No amount of ${name} reaches ${targetText(target, residency)} with ${given(kernel, residency, input, sized)} on ${device.name}: at most ${sized ? heldText(best, residency) : targetText({ blocks: best.blocks }, residency)}, limited by ${best.limiters.join(' and ')}.`,
    );
  }
  const there = { ...kernel, [input]: value };
  const held = residency.at(there);
  const beyond = value + unit[input];
  const next = beyond > residency.most[input] ? undefined : residency.at({ ...kernel, [input]: beyond });
  const amount =
    input === 'registers'
      ? `${value} registers a ${words.thread}`
      : `${bytesText(value)} (${value} bytes) of ${name} a ${words.block}`;
  const threads = kernel.threads;
  return worked({
    name: 'occupancy',
    title: `Most ${name} for ${targetText(target, residency)} on ${device.name}`,
    lead: sized
      ? `At most ${amount}: ${heldText(held, residency)} with ${words.block}s of ${threads} threads.`
      : `At most ${amount}: that is ${targetText(target, residency)}, as far as ${words.registers} and threads allow.`,
    working: [
      `sought: the largest amount of ${name} that still reaches ${targetText(target, residency)}, with ${given(kernel, residency, input, sized)}`,
      ...stepsTo(device, there, held, input),
      `${value} → ${sized ? heldText(held, residency) : targetText({ blocks: held.blocks }, residency)}`,
      next === undefined
        ? `more than ${residency.most[input]} no ${input === 'registers' ? words.thread : words.block} may have`
        : `${beyond} → ${sized ? heldText(next, residency) : targetText({ blocks: next.blocks }, residency)}${next.blocks === 0 ? ': it does not launch' : ''}`,
    ],
    notes: [
      ...(input === 'registers'
        ? [ceiling(device, threads, held)]
        : [
            `The limit of one ${words.block} is ${residency.most.shared} bytes; NVIDIA GPUs need an opt-in above 48 KiB.`,
          ].filter(() => device.architecture.vendor === 'nvidia')),
      'More occupancy helps only while warps wait; a kernel that keeps its pipes busy gains nothing from it.',
    ],
    values: {
      ...(input === 'registers' ? { max_registers_per_thread: value } : { max_shared_bytes_per_block: value }),
      ...heldValues(held, device, sized),
    },
    sources: hardwareSources(library, device.architecture.sources),
    stacks: [],
    chart: sized ? occupancyChart(device.name, residency, there, input, `most: ${value}`) : undefined,
  });
}

/** How the largest amount follows from the limits, for those who check it by hand. */
function stepsTo(
  { architecture }: Device,
  { threads, registers, shared }: Launched,
  held: Held,
  input: 'registers' | 'shared',
): readonly string[] {
  if (architecture.vendor === 'nvidia') {
    const { registersPerSm, subPartitions, registerUnit, warpSize, sharedPerSm, sharedReserved, sharedUnit } =
      architecture;
    if (input === 'shared')
      return held.blocks === 0
        ? []
        : [
            `${sharedPerSm} bytes per SM / ${held.blocks} blocks, down to a multiple of ${sharedUnit}, less ${sharedReserved} reserved, and at most ${architecture.sharedPerBlock} = ${shared}`,
          ];
    const warps = Math.ceil(threads / warpSize);
    const each = Math.ceil((held.blocks * warps) / subPartitions);
    const perWarp = Math.floor(registersPerSm / subPartitions / each / registerUnit) * registerUnit;
    return [
      `${held.blocks} × ${warps} warps over ${subPartitions} sub-partitions = ${each} warps each`,
      `${registersPerSm} / ${subPartitions} registers for ${each} warps, down to a multiple of ${registerUnit} = ${perWarp} a warp = ${perWarp / warpSize} a thread${perWarp / warpSize > 255 ? ', of which a thread can name 255' : ''}`,
    ];
  }
  const { vectorRegisters, vectorUnit, ldsPerUnit, ldsUnit, vectorAddressable } = architecture;
  return input === 'registers'
    ? [
        `${vectorRegisters} registers of a lane for ${held.waves} waves of a SIMD, down to a multiple of ${vectorUnit} and at most ${vectorAddressable} = ${registers}`,
      ]
    : [`${ldsPerUnit} bytes shared by the workgroups that this takes, down to a multiple of ${ldsUnit} = ${shared}`];
}

/** What to tell the compiler. */
function ceiling({ architecture }: Device, threads: number, held: Held): string {
  return architecture.vendor === 'nvidia'
    ? `Hold the compiler to it with __launch_bounds__(${threads}, ${Math.max(1, held.blocks)}) or -maxrregcount; what does not fit is spilled.`
    : `Hold the compiler to it with __launch_bounds__(${threads}, ${held.waves}), whose second number is waves per SIMD in HIP, or with waves_per_eu in Triton; what does not fit is spilled.`;
}

/** Registers for a target when the block size is left open: by block size, where that makes a difference. */
function anySize(device: Device, residency: Residency, kernel: Launched, target: Target, library: Library): Answer {
  const { words } = residency;
  const rows = [64, 128, 256, 512, 1024].flatMap((threads) => {
    const registers = largest(residency, { ...kernel, threads }, 'registers', target);
    return registers === undefined ? [] : [{ threads, registers }];
  });
  const top = Math.max(...rows.map(({ registers }) => registers));
  const shown =
    rows.find(({ threads, registers }) => threads === 256 && registers === top) ??
    rows.find(({ registers }) => registers === top);
  if (shown === undefined)
    return impossible(
      'occupancy',
      `No number of ${words.registers} reaches ${targetText(target, residency)} with ${bytesText(kernel.shared)} of ${words.shared} on ${device.name}.`,
    );
  const held = residency.at({ ...kernel, ...shown });
  const same = rows.filter(({ registers }) => registers === top).map(({ threads }) => threads);
  return worked({
    name: 'occupancy',
    title: `Most ${words.registers} for ${targetText(target, residency)} on ${device.name}`,
    lead: `At most ${top} registers a ${words.thread}, with ${words.block}s of ${list(same)} threads.`,
    working: [
      ...stepsTo(device, { ...kernel, ...shown }, held, 'registers'),
      ...rows.map(({ threads, registers }) => {
        const at = residency.at({ ...kernel, threads, registers });
        return `${threads} threads: ${registers} registers → ${heldText(at, residency)}`;
      }),
    ],
    notes: [ceiling(device, shown.threads, held)],
    values: { max_registers_per_thread: top, ...heldValues(held, device) },
    sources: hardwareSources(library, device.architecture.sources),
    stacks: [],
    chart: occupancyChart(device.name, residency, { ...kernel, ...shown }, 'registers', `most: ${top}`),
  });
}
