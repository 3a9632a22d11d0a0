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

/** A question about numbers: its text, the GPUs or architectures that it names, and the text with a word in their place. */
export type Asked = {
  readonly text: string;
  /** The text with "gpu" instead of every name of one: the digits of a name are no input. */
  readonly bare: string;
  /** In the text's order, each once. */
  readonly devices: readonly Device[];
};

/** Reads which GPUs and architectures a text names; the longest name wins where names overlap. */
export type ReadDevices = (text: string) => Asked;

/** Makes the names of the hardware table ready for look-up. */
export function createReadDevices({ hardware }: Library): ReadDevices {
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
    let bare = text;
    const found: { readonly at: number; readonly device: Device }[] = [];
    for (const { pattern, device } of patterns) {
      for (let match = pattern.exec(bare); match !== null; match = pattern.exec(bare)) {
        found.push({ at: match.index, device });
        // As long as the name, so that what is found later still stands in the text's order.
        bare = bare.slice(0, match.index) + MARK.padEnd(match[0].length) + bare.slice(match.index + match[0].length);
      }
    }
    const seen = new Set<string>();
    const devices = found
      .sort((one, other) => one.at - other.at)
      .map(({ device }) => device)
      .filter(({ name }) => !seen.has(name) && seen.add(name));
    return { text, bare: bare.replaceAll(MARK, 'gpu'), devices };
  };
}

/** Stands for a name while names are sought: no name, no digit, no letter. */
const MARK = '\u0001';

/** A name as a word of its own, also of several ("two h100s", "8xh200"); its spaces may be hyphens or missing. */
function wordPattern(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[\s-]+/g, '[\\s-]*');
  return new RegExp(
    `(?:(?<![\\p{L}\\p{N}_])|(?<=(?<![\\p{L}\\p{N}_.])\\d{1,4}x))${escaped}(?:'?s)?(?![\\p{L}\\p{N}_])`,
    'iu',
  );
}
