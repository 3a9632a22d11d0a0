import type { Held, Launched, Residency, Target } from '../../calculating/residency.ts';
import { bytesText, rounded } from '../../calculating/units.ts';
import type { Device } from './device.ts';

/** Results under their keys; without a block size only blocks can be counted. */
export function heldValues(
  held: Held,
  { architecture }: Device,
  sized = true,
): Readonly<Record<string, number | string>> {
  return {
    [architecture.vendor === 'nvidia' ? 'active_blocks_per_sm' : 'active_blocks_per_cu']: held.blocks,
    ...(sized
      ? {
          [architecture.vendor === 'nvidia' ? 'active_warps_per_sm' : 'waves_per_simd']: held.waves,
          occupancy_percent: Number((held.share * 100).toFixed(4)),
        }
      : {}),
    limiter: held.limiters.join(', '),
  };
}

/** What is held, such as "8 blocks per SM, 64 of 64 warps per SM, 100 %". */
export function heldText({ blocks, waves, share }: Held, { words, wavesMost }: Residency): string {
  return `${blocks} ${words.block}${blocks === 1 ? '' : 's'} per ${words.holder}, ${waves} of ${wavesMost} ${words.waves} per ${words.waveHolder}, ${rounded(share * 100)} %`;
}

/** What is to be reached, such as "4 blocks per SM". */
export function targetText(target: Target, { words }: Residency): string {
  if ('share' in target) return `${rounded(target.share * 100)} % occupancy`;
  return 'blocks' in target
    ? `${target.blocks} ${words.block}${target.blocks === 1 ? '' : 's'} per ${words.holder}`
    : `${target.waves} ${words.waves} per ${words.waveHolder}`;
}

/** The inputs that are not sought. */
export function given(
  { threads, registers, shared }: Launched,
  { words }: Residency,
  left: 'threads' | 'registers' | 'shared',
  sized = true,
): string {
  const parts = [
    ...(left === 'threads' || !sized ? [] : [`${threads} threads`]),
    ...(left === 'registers' || registers === 0 ? [] : [`${registers} ${words.registers}`]),
    ...(left === 'shared' || shared === 0 ? [] : [`${bytesText(shared)} of ${words.shared}`]),
  ];
  return parts.length === 0 ? 'nothing else given' : parts.join(' and ');
}

/** "128", "128 or 256", "64 to 1024 in steps of 32" when there are many. */
export function list(values: readonly number[]): string {
  const [first, second] = values;
  const last = values.at(-1);
  if (first === undefined || last === undefined) return 'no';
  if (second === undefined) return String(first);
  const step = second - first;
  if (values.length > 4 && values.every((value, index) => value === first + index * step))
    return `${first} to ${last} (in steps of ${step})`;
  return `${values.slice(0, -1).join(', ')} or ${last}`;
}
