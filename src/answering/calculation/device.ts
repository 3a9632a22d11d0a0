import type { Architecture, Gpu } from '../../knowledge/hardware-schema.ts';
import type { Library } from '../../knowledge/library.ts';

/** A GPU that a question names, or only an architecture. */
export type Device = {
  /** As shown to people. */
  readonly name: string;
  readonly target: string;
  readonly architecture: Architecture;
  readonly id: string | undefined;
  readonly gpu: Gpu | undefined;
};

/** Finds the GPUs and architectures that a text names, in its order; the longest name wins where names overlap. */
export type FindDevices = (text: string) => readonly Device[];

/** Makes the names of the hardware table ready for look-up. */
export function createFindDevices({ hardware }: Library): FindDevices {
  const names: { readonly name: string; readonly device: Device }[] = [];
  for (const [id, gpu] of Object.entries(hardware.gpus)) {
    const architecture = hardware.architectures[gpu.architecture];
    if (architecture === undefined) continue;
    const device: Device = { name: gpu.name, target: gpu.architecture, architecture, id, gpu };
    for (const name of new Set([gpu.name, id, ...(gpu.words ?? [])].map((word) => word.toLowerCase())))
      names.push({ name, device });
  }
  for (const [target, architecture] of Object.entries(hardware.architectures)) {
    const device: Device = {
      name: `${architecture.name} (${target})`,
      target,
      architecture,
      id: undefined,
      gpu: undefined,
    };
    for (const name of [
      target,
      ...(target.startsWith('sm_') ? [`${target}a`, `${target}f`, target.replace('_', '')] : []),
    ])
      names.push({ name, device });
  }
  names.sort((one, other) => other.name.length - one.name.length || (one.name < other.name ? -1 : 1));
  const patterns = names.map(({ name, device }) => ({ pattern: wordPattern(name), device }));
  return (text) => {
    let rest = text.toLowerCase();
    const found: { readonly at: number; readonly device: Device }[] = [];
    for (const { pattern, device } of patterns) {
      const match = pattern.exec(rest);
      if (match === null) continue;
      found.push({ at: match.index, device });
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length);
    }
    const seen = new Set<string>();
    return found
      .sort((one, other) => one.at - other.at)
      .map(({ device }) => device)
      .filter(({ name }) => !seen.has(name) && seen.add(name));
  };
}

/** A name as a word of its own; its spaces may be written as hyphens or not at all. */
function wordPattern(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[\s-]+/g, '[\\s-]*');
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'u');
}
