import { kvCacheBytes, weightBytes } from '../../calculating/memory.ts';
import { bytesText, countOf, TYPE_BYTES } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { FindDevices } from './device.ts';
import { askFor, hardwareSources, worked } from './worked.ts';

const TYPES = new RegExp(`\\b(${Object.keys(TYPE_BYTES).join('|')})\\b`, 'i');

/** Memory of a transformer's key-value cache or weights: "kv cache llama 70b 8k batch 16 fp8", "weights of a 70b model in int4". */
export function answerModelMemory(text: string, library: Library, _find: FindDevices): Answer | undefined {
  if (/\bkv[ -]?cache\b/i.test(text) && /\d/.test(text)) return kvCache(text, library);
  const parameters = /\b(\d+(?:\.\d+)?)\s*(b|m|t)\b(?:illion)?(?:[ -]?param(?:eter)?s?)?/i.exec(text);
  if (parameters?.[1] === undefined || !asksForWeights(text)) return undefined;
  const type = TYPES.exec(text)?.[1]?.toLowerCase();
  if (type === undefined) return askFor('weights', 'In which type?', text, ['bf16', 'fp8', 'int4']);
  const count = countOf(parameters[1], parameters[2] ?? '');
  const bytes = weightBytes(count, TYPE_BYTES[type] ?? 2);
  return worked({
    name: 'weights',
    title: `Weights of ${parameters[0].trim()} parameters in ${type}`,
    lead: `${bytesText(bytes)} for the weights alone; the key-value cache, activations and the runtime come on top.`,
    working: [`${count} parameters × ${TYPE_BYTES[type]} bytes = ${bytes} bytes = ${bytesText(bytes)}`],
    notes:
      TYPE_BYTES[type] === 0.5
        ? ['Block formats add their scales: about 1/16 more with one 8-bit scale for 16 values, 1/32 with one for 32.']
        : [],
    values: { weight_bytes: bytes, parameters: count },
    sources: [],
    stacks: [],
  });
}

/** True when the size itself is asked for; a model's name beside "VRAM" is no such question. */
function asksForWeights(text: string): boolean {
  const size =
    /\b(?:how (?:much|many)|size of|footprint|(?:memory|vram|gb|gib) (?:for|of|needed|required)|(?:does|will|can) .{0,40}\bfit\b)/i;
  return size.test(text) && /\bweights?\b|\bmodels?\b|\bparam|\bvram\b|\bmemory\b/i.test(text);
}

function kvCache(text: string, library: Library): Answer | undefined {
  const number = (pattern: RegExp): number | undefined => {
    const match = pattern.exec(text);
    return match?.[1] === undefined ? undefined : countOf(match[1], match[2] ?? '', true);
  };
  const known = Object.values(library.hardware.models).find(({ words }) =>
    words.some((word) =>
      new RegExp(`(?<![a-z0-9])${word.replace(/[.\s-]+/g, '[\\s.-]*')}(?![a-z0-9])`, 'i').test(text),
    ),
  );
  const layers = number(/(\d+)()\s*layers?/i) ?? number(/\blayers?\s*[=:]?\s*(\d+)()/i) ?? known?.layers;
  const keyHeads =
    number(/(\d+)()\s*(?:kv|key)[ -]?(?:value )?heads?/i) ??
    number(/\bkv[ _-]?heads?\s*[=:]?\s*(\d+)()/i) ??
    known?.keyHeads;
  const headSize = number(/\bhead[ _-]?(?:dim|size)\s*[=:]?\s*(\d+)()/i) ?? known?.headSize;
  if (layers === undefined || keyHeads === undefined || headSize === undefined) return undefined;
  const tokens =
    number(/\b(?:context|ctx|seq(?:len|uence)?(?:[ _-]?len(?:gth)?)?|tokens)\s*(?:of|[=:])?\s*(\d+)\s*(k)?\b/i) ??
    number(/(?<![a-z0-9.])(\d+)\s*(k)\b/i) ??
    number(/(\d{3,7})()\s*(?:tokens|context|ctx|seq)/i);
  if (tokens === undefined)
    return askFor('kv-cache', 'How many tokens a sequence?', text, ['4k tokens', '8k tokens', '32k tokens']);
  const sequences =
    number(/\b(?:batch|bs|sequences|users|concurrency)\s*(?:size)?\s*(?:of|[=:])?\s*(\d+)()/i) ??
    number(/(\d+)()\s*(?:sequences|users|requests|concurrent)/i) ??
    1;
  const type = TYPES.exec(text)?.[1]?.toLowerCase();
  if (type === undefined) return askFor('kv-cache', 'In which type?', text, ['bf16', 'fp8', 'int8']);
  const size = TYPE_BYTES[type] ?? 2;
  const bytes = kvCacheBytes({ layers, keyHeads, headSize }, tokens, sequences, size);
  const perToken = kvCacheBytes({ layers, keyHeads, headSize }, 1, 1, size);
  return worked({
    name: 'kv-cache',
    title: `Key-value cache${known === undefined ? '' : ` of ${known.name}`}: ${tokens} tokens × ${sequences}, ${type}`,
    lead: `${bytesText(bytes)}: ${bytesText(perToken)} a token, ${bytesText(perToken * tokens)} a sequence of ${tokens} tokens.`,
    working: [
      `per token = 2 (key and value) × ${layers} layers × ${keyHeads} key-value heads × ${headSize} × ${size} bytes = ${perToken} bytes`,
      `total = ${perToken} × ${tokens} tokens × ${sequences} sequence${sequences === 1 ? '' : 's'} = ${bytes} bytes = ${bytesText(bytes)}`,
    ],
    notes: [
      'Paged caches round each sequence up to whole blocks; tensor parallelism divides the heads among the GPUs.',
    ],
    values: { kv_cache_bytes: bytes, kv_bytes_per_token: perToken },
    sources: hardwareSources(library, [known?.source]),
    stacks: [],
  });
}
