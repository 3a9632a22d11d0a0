import type { Hardware } from './hardware-schema.ts';
import type { Vocabulary } from './library.ts';

type Fault = { readonly at: readonly PropertyKey[]; readonly message: string };

/** What is wrong with the hardware table beyond its shape: keys that lead nowhere, secondary sources, names used twice. */
export function hardwareFaults({ sources, architectures, gpus }: Hardware, { primary }: Vocabulary): readonly Fault[] {
  const faults: Fault[] = [];
  const hosts = new Set(primary);
  for (const [key, { url }] of Object.entries(sources)) {
    if (!hosts.has(new URL(url).host.toLowerCase()))
      faults.push({ at: ['sources', key], message: `sources: ${key} is no primary one — cite the vendor` });
  }
  for (const [name, { sources: cited }] of Object.entries(architectures)) {
    for (const key of cited)
      if (!(key in sources))
        faults.push({
          at: ['architectures', name, 'sources'],
          message: `${name}: source ${key} is not declared under sources`,
        });
  }
  const owners = new Map<string, string>();
  for (const [id, gpu] of Object.entries(gpus)) {
    if (!(gpu.architecture in architectures))
      faults.push({
        at: ['gpus', id, 'architecture'],
        message: `${id}: architecture ${gpu.architecture} is not declared`,
      });
    for (const [name, value] of [...Object.entries(gpu), ...Object.entries(gpu.peaks ?? {})]) {
      if (Array.isArray(value) && name !== 'words' && typeof value[1] === 'string' && !(value[1] in sources)) {
        faults.push({
          at: ['gpus', id],
          message: `${id}: ${name} names the source ${value[1]}, which is not declared under sources`,
        });
      }
    }
    for (const word of [gpu.name, ...(gpu.words ?? [])].map((text) => text.toLowerCase())) {
      const owner = owners.get(word);
      if (owner !== undefined && owner !== id)
        faults.push({ at: ['gpus', id], message: `${id}: "${word}" names ${owner} too` });
      owners.set(word, id);
    }
  }
  return faults;
}
