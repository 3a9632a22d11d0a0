import { activationBytes, kvCacheBytes, TRAINING_BYTES, weightBytes } from '../../calculating/memory.ts';
import { RULES } from '../../calculating/sources.ts';
import { bytesText, countOf, rounded } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Hardware } from '../../knowledge/hardware-schema.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Asked } from './device.ts';
import { HOW_TO, type Reader, reader, TROUBLE, typeIn } from './inputs.ts';
import { askFor, hardwareSources, impossible, worked } from './worked.ts';

/** Memory of a transformer: "kv cache llama 70b 8k batch 16 fp8", "weights of a 70b model in int4", activations in training. */
export function answerModelMemory(asked: Asked, library: Library): Answer | undefined {
  const { bare } = asked;
  if (/\bkv[ -]?cache\b|\bkey[ -]value cache\b/i.test(bare) && /\d/.test(bare)) return kvCache(asked, library);
  if (/\bactivations?\b/i.test(bare) && SIZE.test(bare)) return activations(asked, library);
  return weights(asked, library);
}

const SIZE = /memory|vram|bytes|size|how (?:much|big|large)|\bgi?b\b|footprint|\bper (?:\w+ )?token\b/i;

type Model = Hardware['models'][string];

function modelIn(text: string, { hardware }: Library): Model | undefined {
  return Object.values(hardware.models).find(({ words }) =>
    words.some((word) =>
      new RegExp(`(?<![a-z0-9])${word.replace(/[.\s-]+/g, '[\\s.-]*')}(?![a-z0-9])`, 'i').test(text),
    ),
  );
}

function tokensIn(input: Reader): number | undefined {
  return (
    input.either('(?:seq(?:uence)?(?:[ _-]?len(?:gth)?)?s?|context(?: length)?|ctx(?:[ _-]?len(?:gth)?)?|tokens?)') ??
    input.count(/(?<![a-z0-9.])(\d+)\s*(k)\b/i) ??
    (/\bper (?:\w+ )?token\b|\ba token\b|\beach token\b/i.test(input.rest()) ? 1 : undefined)
  );
}

function sequencesIn(input: Reader): number | undefined {
  return input.count(
    /\b(?:(?:micro[ -]?)?batch(?:[ _-]?size)?|bs|sequences|users|concurrency)\s*(?:of|is|[=:])?\s*(\d+)()/i,
    /(\d+)()\s*(?:concurrent )?(?:sequences|users|requests|streams|seqs)/i,
  );
}

function weights({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  const parameters = /(?<![\w.])(\d+(?:\.\d+)?)\s*(b|m|t)(?:r?illion)?\b/i.exec(bare);
  if (parameters?.[1] === undefined || !asksForWeights(bare) || TROUBLE.test(bare)) return undefined;
  const count = countOf(parameters[1], parameters[2] ?? '');
  if (count <= 0) return impossible('weights', 'A model has at least one parameter.');
  const training =
    /\btrain|fine-?tun|\badam\w*\b|optimi[sz]er|\bsft\b/i.test(bare) && !/\blora\b|\bqlora\b/i.test(bare);
  const type = typeIn(bare);
  if (type === undefined && !training) return askFor('weights', 'In which type?', text, ['bf16', 'fp8', 'int4']);
  const size = training ? TRAINING_BYTES : (type?.bytes ?? 2);
  const bytes = weightBytes(count, size);
  const name = `${rounded(count / 1e9)} billion parameters`;
  const [device] = devices;
  const memory = device?.gpu?.memoryGiB;
  const needed = memory === undefined ? undefined : Math.ceil(bytes / (memory[0] * 2 ** 30));
  const holds =
    memory === undefined || needed === undefined
      ? ''
      : needed === 1
        ? ` One ${device?.name} (${memory[0]} GiB) holds them, with ${rounded(memory[0] - bytes / 2 ** 30)} GiB left.`
        : ` One ${device?.name} (${memory[0]} GiB) does not hold them: at least ${needed}.`;
  return worked({
    name: 'weights',
    title: training ? `Training ${name} with Adam` : `Weights of ${name} in ${type?.name}`,
    lead: training
      ? `${bytesText(bytes)} for weights, gradients and optimizer; activations come on top.${holds}`
      : `${bytesText(bytes)} (${rounded(bytes / 1e9)} GB) for the weights alone; the key-value cache, activations and the runtime come on top.${holds}`,
    working: [
      training
        ? `${count} × (2 weight + 4 gradient + 4 master + 4 + 4 moments) = ${count} × ${TRAINING_BYTES} bytes = ${bytes} bytes = ${bytesText(bytes)}`
        : `${count} parameters × ${size} bytes = ${bytes} bytes = ${bytesText(bytes)}`,
      ...(memory === undefined || needed === undefined
        ? []
        : [`⌈${bytesText(bytes)} / ${memory[0]} GiB⌉ = ${needed} GPU${needed === 1 ? '' : 's'}`]),
    ],
    notes: [
      ...(training
        ? [
            'Mixed precision without sharding, fp32 gradients; a sharded optimizer (ZeRO, FSDP) divides it among the GPUs.',
          ]
        : []),
      ...(!training && size === 0.5
        ? ['Block formats add their scales: about 1/16 more with one 8-bit scale for 16 values, 1/32 with one for 32.']
        : []),
      ...(memory === undefined ? [] : ['Drivers report a little less memory than a GPU is sold with.']),
    ],
    values: { weight_bytes: bytes, parameters: count, ...(needed === undefined ? {} : { gpus_needed: needed }) },
    sources: [...(training ? [RULES.activations] : []), ...hardwareSources(library, [memory?.[1]])],
    stacks: [],
  });
}

/** True when the size itself is asked for; a model's name beside "VRAM" is no such question. */
function asksForWeights(text: string): boolean {
  const size =
    /\b(?:how (?:much|many|big|large)|size of|footprint|(?:memory|vram|gb|gib) (?:for|of|needed|required|to)|(?:does|do|will|can|could) .{0,60}\bfit\b|fits? (?:on|in|into))\b/i;
  return size.test(text) && /\bweights?\b|\bmodels?\b|\bparam|\bvram\b|\bmemory\b|\bfits?\b|\bgi?b\b/i.test(text);
}

function kvCache({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  const known = modelIn(bare, library);
  const input = reader(bare);
  const keyHeads = input.either('(?:num[ _-]?)?(?:kv|key(?:[ -]value)?)[ _-]?heads?') ?? known?.keyHeads;
  const layers = input.count(/(\d+)()\s*layers?/i, /\b(?:num[ _-]?)?layers?\s*[=:]?\s*(\d+)()/i) ?? known?.layers;
  const headSize =
    input.count(/\bhead[ _-]?(?:dim|size)\s*(?:of|[=:])?\s*(\d+)()/i, /(?<=\bheads?) of (\d+)()/i) ?? known?.headSize;
  // A failure, or how the cache is managed, is the library's to answer.
  if (TROUBLE.test(bare) || /reus|offload|prefix|evict/i.test(bare)) return undefined;
  const missing = [layers, keyHeads, headSize].filter((value) => value === undefined).length;
  if (missing === 3)
    return /\bllama|\bqwen|\bmistral|\bgemma|\bmodel\b|\d+b\b/i.test(bare) &&
      /\d\s*k?\s*(?:tokens|context|ctx)|batch|\d+k\b/i.test(bare)
      ? askModel()
      : undefined;
  if (layers === undefined) return ask('How many layers?', ['32 layers', '64 layers', '80 layers']);
  if (keyHeads === undefined) return ask('How many key-value heads?', ['8 kv heads', '16 kv heads', '32 kv heads']);
  if (headSize === undefined) return ask('Which head size?', ['head dim 64', 'head dim 128', 'head dim 256']);
  const tokens = tokensIn(input);
  const sequences = sequencesIn(input) ?? 1;
  if (tokens === undefined && HOW_TO.test(bare) && !SIZE.test(bare)) return undefined;
  if (tokens === undefined) return ask('How many tokens a sequence?', ['4k tokens', '8k tokens', '32k tokens']);
  if ([layers, keyHeads, headSize, tokens, sequences].some((value) => value < 1))
    return impossible('kv-cache', 'A cache has at least one layer, head, token and sequence.');
  const type = typeIn(bare);
  if (type === undefined) return ask('In which type?', ['bf16', 'fp8', 'int8']);
  const bytes = kvCacheBytes({ layers, keyHeads, headSize }, tokens, sequences, type.bytes);
  const perToken = kvCacheBytes({ layers, keyHeads, headSize }, 1, 1, type.bytes);
  const single = tokens === 1 && sequences === 1;
  const memory = devices[0]?.gpu?.memoryGiB;
  return worked({
    name: 'kv-cache',
    title: `Key-value cache${known === undefined ? '' : ` of ${known.name}`}: ${single ? 'a token' : `${tokens} tokens × ${sequences}`}, ${type.name}`,
    lead: single
      ? `${bytesText(perToken)} (${perToken} bytes) a token and sequence.`
      : `${bytesText(bytes)}: ${bytesText(perToken)} a token, ${bytesText(perToken * tokens)} a sequence of ${tokens} tokens.${memory === undefined ? '' : ` That is ${rounded((bytes / (memory[0] * 2 ** 30)) * 100)} % of the ${memory[0]} GiB of ${devices[0]?.name}.`}`,
    working: [
      `per token = 2 (key and value) × ${layers} layers × ${keyHeads} key-value heads × ${headSize} × ${type.bytes} byte${type.bytes === 1 ? '' : 's'} = ${perToken} bytes`,
      ...(single
        ? []
        : [
            `total = ${perToken} × ${tokens} tokens × ${sequences} sequence${sequences === 1 ? '' : 's'} = ${bytes} bytes = ${bytesText(bytes)}`,
          ]),
    ],
    notes: [
      'Paged caches round each sequence up to whole blocks; tensor parallelism divides the heads among the GPUs.',
    ],
    values: { kv_cache_bytes: bytes, kv_bytes_per_token: perToken },
    sources: hardwareSources(library, [known?.source, memory?.[1]]),
    stacks: [],
  });

  function ask(what: string, options: readonly string[]): Answer {
    return askFor('kv-cache', what, text, options);
  }
  function askModel(): Answer {
    return ask('Of which model? Its layers, key-value heads and head size will do too.', [
      'llama 3 8b',
      'llama 3 70b',
      'qwen3 32b',
    ]);
  }
}

function activations({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  // How they are kept, and those of an engine for inference, are the library's to answer.
  if (
    TROUBLE.test(bare) ||
    /quanti[sz]|checkpoint(?:ing)? (?:how|in)|offload|tensorrt|\btrt|\bengine\b|\bprofile/i.test(bare)
  )
    return undefined;
  const known = modelIn(bare, library);
  const input = reader(bare);
  const layers = input.count(/(\d+)()\s*layers?/i, /\blayers?\s*[=:]?\s*(\d+)()/i) ?? known?.layers;
  const hidden =
    input.count(/\b(?:hidden|d_?model|width|embed\w*)(?:[ _-]?(?:size|dim))?\s*(?:of|[=:])?\s*(\d+)(k)?\b/i) ??
    known?.hidden;
  const sequences = sequencesIn(input) ?? 1;
  const tokens = tokensIn(input);
  // Without any size of a transformer something else is asked.
  if ([layers, hidden, tokens].every((value) => value === undefined)) return undefined;
  const ask = (what: string, options: readonly string[]): Answer => askFor('activations', what, text, options);
  if (layers === undefined) return ask('How many layers?', ['32 layers', '64 layers', '80 layers']);
  if (hidden === undefined) return ask('Which width (hidden size)?', ['hidden 4096', 'hidden 5120', 'hidden 8192']);
  if (tokens === undefined) return ask('How many tokens a sequence?', ['2k tokens', '4k tokens', '8k tokens']);
  const type = typeIn(bare);
  if (type === undefined) return ask('In which type?', ['bf16', 'fp32', 'fp8']);
  if ([layers, hidden, sequences, tokens].some((value) => value < 1))
    return impossible('activations', 'A transformer has at least one layer, element, token and sequence.');
  const { kept, inputsOnly } = activationBytes({ layers, hidden }, tokens, sequences, type.bytes);
  const perElement = 16 * type.bytes + 2;
  const memory = devices[0]?.gpu?.memoryGiB;
  return worked({
    name: 'activations',
    title: `Activations in training${known === undefined ? '' : ` of ${known.name}`}: ${tokens} tokens × ${sequences}, ${type.name}`,
    lead: `${bytesText(kept)} with fused attention, ${bytesText(inputsOnly)} when every layer is recomputed from its input.${memory === undefined ? '' : ` ${devices[0]?.name} has ${memory[0]} GiB.`}`,
    working: [
      `elements = ${layers} layers × ${tokens} tokens × ${sequences} × ${hidden} = ${layers * tokens * sequences * hidden}`,
      `kept: × (16 × ${type.bytes} + 2) = ${perElement} bytes = ${bytesText(kept)}`,
      `recomputed: × ${type.bytes} bytes = ${bytesText(inputsOnly)}, and one layer's ${bytesText(kept / layers)} at a time`,
    ],
    notes: [
      'This is the count of Megatron-LM for an MLP of four times the width with dropout, without parallelism: gated MLPs keep more, models without dropout a little less. Logits and embeddings come on top.',
      'Attention that writes its scores keeps heads × tokens² elements more a layer. Inference keeps one layer at a time and the key-value cache.',
    ],
    values: { activation_bytes: kept, activation_bytes_recomputed: inputsOnly },
    sources: [RULES.activations, ...hardwareSources(library, [known?.source])],
    stacks: [],
  });
}
