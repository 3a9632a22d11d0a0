import { bytesText } from '../../calculating/units.ts';
import type { Device } from './device.ts';

/** One attribute of a GPU: how people name it, and its value as text with the source's key. */
export type Attribute = {
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

/** Every attribute that can be asked for. */
export const ATTRIBUTES: readonly Attribute[] = [
  { name: 'L2 cache', pattern: /\bl2\b/i, read: figure('l2', 'MiB') },
  {
    name: 'last-level (Infinity) cache',
    pattern: /\bl3\b|infinity cache|\bmall\b|last[ -]level/i,
    read: figure('l3', 'MiB'),
  },
  {
    name: 'memory bandwidth',
    pattern:
      /(?<!(?:nvlink|xgmi|fabric|pcie|link|interconnect)\s{0,3})(?:band-?widt?h|bandwith|\bbw\b)(?! of (?:nvlink|pcie))|(?<!link.{0,20})(?:gb\/s|tb\/s)/i,
    read: figure('bandwidth', 'GB/s'),
  },
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
    pattern:
      /(?<!(?:per|\/|an?|each|every|one)\s{0,2})\b(?:sms?|cus?)\b(?! per)|sm count|cu count|multiprocessors|compute units/i,
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
    pattern: /\bvram\b|\bmem(?:ory)?\b(?! band)|\bhbm\w*\b|how much mem(?:ory)?\b(?! band)/i,
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
      text: `${capability(target)}${target} (${architecture.name})`,
      value: target,
      sources: architecture.sources,
    }),
  },
];

/** NVIDIA's name of a target: the last digit of sm_89 or sm_120 is the minor number. */
function capability(target: string): string {
  const [, major, minor] = /^sm_(\d+)(\d)/.exec(target) ?? [];
  return major === undefined ? '' : `compute capability ${major}.${minor}, `;
}
