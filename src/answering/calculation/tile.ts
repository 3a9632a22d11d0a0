import { tileBytes } from '../../calculating/tiles.ts';
import { bytesText } from '../../calculating/units.ts';
import type { Answer, Choice } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import { answerBankConflict } from './bank-conflict.ts';
import type { Asked, Device } from './device.ts';
import { reader, typeIn } from './inputs.ts';
import { answerWaves } from './waves.ts';
import { askFor, hardwareSources, impossible, worked } from './worked.ts';

/** Shared memory of a tile, waves of tiles over the GPU, split K, bank conflicts of a stride. */
export function answerTile(asked: Asked, library: Library): Answer | undefined {
  const { bare } = asked;
  const conflict = answerBankConflict(bare);
  if (conflict !== undefined) return conflict;
  // The line as printed is a log's, which the library knows; here are the figures told in one's own words.
  if (/out of resources?/i.test(bare) && /shared|smem|lds/i.test(bare) && !/required\W{0,3}\d/i.test(bare))
    return outOfResource(asked, library);
  // Quantization and tails are of waves only beside them or beside tiles.
  if (/\bwaves?\b|\btile quanti[sz]ation|split-?k|stream-?k/i.test(bare)) return answerWaves(asked, library);
  if (!/\btiles?\b|\bblock_[mnk]\b/i.test(bare)) return undefined;
  if (/\btail\b/i.test(bare)) return answerWaves(asked, library);
  return /smem|shared|lds|stages?|fit/i.test(bare) ? shared(asked, library) : undefined;
}

function shared({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  const input = reader(bare);
  const dims = input.groups(/\b(\d{1,4})\s*[x×*]\s*(\d{1,4})\s*[x×*]\s*(\d{1,4})\b/);
  const named = (letter: string): number | undefined =>
    input.count(new RegExp(`\\b(?:block_?${letter}|b${letter})\\s*[=:]?\\s*(\\d+)()`, 'i'));
  const [m, n, k] = dims?.map(Number) ?? [named('m'), named('n'), named('k')];
  if (m === undefined || n === undefined || k === undefined) return undefined;
  if (m < 1 || n < 1 || k < 1)
    return impossible('tile', `A tile of ${m}×${n}×${k} holds nothing: every size is at least 1.`);
  const type = typeIn(bare);
  if (type === undefined) return askFor('tile', 'Of which type?', text, ['fp16', 'fp8', 'fp32']);
  const [device] = devices;
  if (device === undefined) return askFor('tile', 'On which GPU?', text, ['on H100', 'on A100', 'on MI300X']);
  const stages = input.count(/(\d+)()\s*-?(?:num_)?stages?\b/i, /\b(?:num_)?stages?\s*(?:of|is|[=:])?\s*(\d+)()/i);
  const limit = limitOf(device);
  const perStage = tileBytes(m, n, k, 1, type.bytes);
  const most = Math.floor(limit / perStage);
  // "How many stages fit" is answered without a number of them.
  if (stages === undefined && !/how many stages|max\w* (?:num(?:ber)? ?_?(?:of )?)?stages|most stages/i.test(bare))
    return askFor('tile', 'How many stages?', text, ['2 stages', '3 stages', '4 stages']);
  const depth = stages ?? Math.max(1, most);
  if (depth < 1) return impossible('tile', 'A pipeline has at least one stage.');
  const bytes = perStage * depth;
  const fits = bytes <= limit;
  const fitting =
    most >= 1
      ? `at most ${most} stage${most === 1 ? '' : 's'} of this tile ${most === 1 ? 'does' : 'do'}`
      : 'not even one stage does: halve the tile';
  return worked({
    name: 'tile',
    title: `Shared memory of a ${m}×${n}×${k} tile, ${depth} stage${depth === 1 ? '' : 's'}, ${type.name}, on ${device.name}`,
    lead:
      stages === undefined
        ? `${most} stage${most === 1 ? '' : 's'} fit: ${bytesText(perStage)} each, ${limit} bytes a block.`
        : fits
          ? `${bytes} bytes (${bytesText(bytes)}): it fits the ${limit} bytes that a block on ${device.name} may use.`
          : `${bytes} bytes are required and the limit on ${device.name} is ${limit}: it does not fit; ${fitting}.`,
    working: [
      `a stage = (${m} × ${k} + ${k} × ${n}) × ${type.bytes} bytes = ${perStage} bytes`,
      `${depth} stage${depth === 1 ? '' : 's'} = ${bytes} bytes of ${limit}; ⌊${limit} / ${perStage}⌋ = ${most}`,
    ],
    notes: [
      'This counts the two input tiles; a compiler may add scratch for the epilogue, barriers and layout changes, or keep one operand in registers.',
    ],
    values: { shared_bytes: bytes, shared_limit_bytes: limit, fits: fits ? 'yes' : 'no', stages_that_fit: most },
    sources: hardwareSources(library, device.architecture.sources),
    stacks: [],
  });
}

function limitOf({ architecture }: Device): number {
  return architecture.vendor === 'nvidia' ? architecture.sharedPerBlock : architecture.ldsPerBlock;
}

/** "out of resource: shared memory, Required: 131072, Hardware limit: 101376", also told in one's own words. */
function outOfResource({ bare, devices }: Asked, library: Library): Answer | undefined {
  const input = reader(bare);
  const stages = input.count(/(\d+)()\s*-?stages?\b/i, /\b(?:num_)?stages?\s*[=:]?\s*(\d+)()/i);
  const amount = String.raw`(\d{4,7})()`;
  const limit = input.count(new RegExp(`limit\\D{0,6}${amount}`, 'i')) ?? undefined;
  const required = input.count(new RegExp(`requir\\w*\\D{0,6}${amount}`, 'i'), new RegExp(`\\b${amount}\\b`));
  // A lone figure is the error itself, which has its entry; with the stages there is something to count.
  const own = devices[0] === undefined || stages === undefined ? undefined : limitOf(devices[0]);
  const most = limit ?? input.count(new RegExp(`\\b${amount}\\b`)) ?? own;
  if (required === undefined || most === undefined) return undefined;
  const targets = Object.entries(library.hardware.architectures).filter(
    ([, architecture]) =>
      (architecture.vendor === 'nvidia' ? architecture.sharedPerBlock : architecture.ldsPerBlock) === most,
  );
  const over = required - most;
  const perStage = stages === undefined ? undefined : required / stages;
  const entry = library.byId.get('errors/triton-out-of-resources');
  const more: readonly Choice[] =
    entry === undefined ? [] : [{ label: entry.title, action: { do: 'show', entry: entry.id } }];
  return worked({
    name: 'tile',
    title: `${required} bytes of shared memory against a limit of ${most}`,
    lead:
      over > 0
        ? `${bytesText(over)} too many: the kernel asks ${bytesText(required)} a block and this GPU gives ${bytesText(most)}.${perStage === undefined ? ' Fewer stages or a smaller tile.' : ` At most ${Math.floor(most / perStage)} of its ${stages} stages fit.`}`
        : `${required} bytes fit a limit of ${most}: these two figures do not explain the error. Read them again; Required must be the larger.`,
    working: [
      `required − limit = ${required} − ${most} = ${over} bytes`,
      ...(targets.length === 0
        ? []
        : [`${most} bytes is the limit of a block on ${targets.map(([name]) => name).join(', ')}`]),
      ...(perStage === undefined
        ? []
        : [
            `a stage = ${required} / ${stages} = ${Math.round(perStage)} bytes; ⌊${most} / ${Math.round(perStage)}⌋ = ${Math.floor(most / perStage)}`,
          ]),
    ],
    notes: [
      'In order of cost: lower num_stages by one, halve BLOCK_K, halve BLOCK_M or BLOCK_N. Name tile, type and stages, and I count the bytes.',
    ],
    values: {
      shared_bytes: required,
      shared_limit_bytes: most,
      fits: over > 0 ? 'no' : 'yes',
      ...(perStage === undefined ? {} : { stages_that_fit: Math.floor(most / perStage) }),
    },
    sources: hardwareSources(
      library,
      targets.flatMap(([, { sources }]) => sources),
    ),
    stacks: [],
    choices: more,
    also: entry === undefined ? [] : [{ id: entry.id, stacks: entry.stacks }],
  });
}
