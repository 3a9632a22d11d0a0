import { linkIn } from '../../calculating/links.ts';
import { collectiveFloor } from '../../calculating/memory.ts';
import { RULES } from '../../calculating/sources.ts';
import { bytesText, memoryBytes, rounded, secondsText } from '../../calculating/units.ts';
import type { Answer, Source } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import type { Asked, Device } from './device.ts';
import { byteRateIn, reader, secondsIn, TROUBLE } from './inputs.ts';
import { askFor, hardwareSources, impossible, worked } from './worked.ts';

/** A collective and how often each byte crosses a GPU's link one way: the factor before (n − 1) / n. */
const COLLECTIVES = [
  { name: 'Allreduce', pattern: /\ball[ _-]?reduce\b/i, factor: 2 },
  { name: 'Reduce-scatter', pattern: /\breduce[ _-]?scatter\b/i, factor: 1 },
  { name: 'All-gather', pattern: /\ball[ _-]?gather\b/i, factor: 1 },
  { name: 'All-to-all', pattern: /\ball[ _-]?to[ _-]?all\b|\ba2a\b/i, factor: 1 },
] as const;

const ASKS = /how (?:long|fast|much)|\btime\b|bound|floor|lower limit|ideal|theoretical|at least|minimum/i;

/** All the GPUs together, not those of a node: "16 gpus on 2 nodes", but "8 gpus on each of 2 nodes". */
const ALL_TOGETHER =
  /\b(?:gpus?|ranks?|devices?|cards?|accelerators?)\s*(?:in (?:total|all)\s*)?(?:spread |split )?(?:on|across|over|in)\s+\d+\s*(?:nodes|hosts|servers|machines)\b(?! each)|\bworld[ _]size\b/i;

const PER_NODE = /\b(?:per|a|each) (?:node|host|server|machine)\b|\beach\b/i;

const WORDS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, eight: 8, sixteen: 16 };

/** The time below which no collective ends: "allreduce 1GB over 8 h100 nvlink", "all-gather 256MB on 16 gpus at 50 GB/s". */
export function answerCollective({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  const collective = COLLECTIVES.find(({ pattern }) => pattern.test(bare));
  if (collective === undefined || !/\d/.test(bare) || TROUBLE.test(bare)) return undefined;
  const input = reader(
    bare.replace(/\b(two|three|four|eight|sixteen)(?=[ -]+(?:gpus?|ranks?|nodes?))/gi, (word) =>
      String(WORDS[word.toLowerCase()]),
    ),
  );
  const rate = byteRateIn(bare);
  const link = linkOf(bare, devices, rate);
  const seconds = secondsIn(bare.replace(/[gmkt](?:i?b|bits?)\s*(?:\/|p)\s*s(?:ec)?\b/gi, ''));
  const size = input.groups(
    /(\d[\d,]*(?:\.\d+)?)\s*([kmg])i?b(?:ytes?)?\b(?!\s*(?:\/|p|per )\s*s)/i,
    /\b(\d[\d,]*(?:\.\d+)?)\s*([kmg])\b/i,
  );
  const nodes = input.count(/(\d+)()\s*(?:nodes|hosts|servers|machines)\b/i);
  const each = input.count(
    /(\d+)()\s*(?:x\s*)?(?:gpus?|ranks?|devices?|cards?|accelerators?|way)\b/i,
    /\b(?:tp|dp|ranks?|world[ _]size|n)\s*[=:]?\s*(\d+)()\b/i,
  );
  if (size?.[0] === undefined)
    return !ASKS.test(bare)
      ? undefined
      : askFor('allreduce', 'Of how many bytes?', text, ['of 1 MB', 'of 64 MB', 'of 1 GB']);
  const ranks =
    each === undefined ? nodes : each * (ALL_TOGETHER.test(bare) && !PER_NODE.test(bare) ? 1 : (nodes ?? 1));
  if (ranks === undefined) return askFor('allreduce', 'Over how many GPUs?', text, ['2 gpus', '4 gpus', '8 gpus']);
  if (ranks < 2)
    return impossible(
      'allreduce',
      `${collective.name} takes at least two GPUs; ${ranks} ${ranks === 1 ? 'was' : 'were'} named.`,
    );
  if (link === undefined)
    return askFor('allreduce', 'Over which link, one way per GPU?', text, [
      '450 GB/s (NVLink 4)',
      '63 GB/s (PCIe 5 x16)',
      '50 GB/s (400 Gb/s network)',
    ]);
  if (link.bytesPerSecond <= 0) return impossible('allreduce', 'A link of no speed carries nothing.');
  const bytes = memoryBytes(size[0], size[1] ?? '');
  const moved = (collective.factor * (ranks - 1) * bytes) / ranks;
  const floor = collectiveFloor(bytes, ranks, link.bytesPerSecond, collective.factor);
  const factor = collective.factor === 2 ? '2 × ' : '';
  return worked({
    name: 'allreduce',
    title: `${collective.name} of ${bytesText(bytes)} over ${ranks} GPUs, ${link.name}`,
    lead: `At least ${secondsText(floor)}: each GPU sends and receives ${factor}(n − 1) / n of the data.${seconds === undefined ? '' : ` ${secondsText(seconds)} reaches ${rounded((floor / seconds) * 100)} % of that speed.`}`,
    working: [
      `${factor}(${ranks} − 1) / ${ranks} × ${bytes} bytes = ${bytesText(moved)} a GPU and direction`,
      `link: ${link.name}, ${rounded(link.bytesPerSecond / 1e9)} GB/s one way`,
      `${bytesText(moved)} / ${rounded(link.bytesPerSecond / 1e9)} GB/s = ${secondsText(floor)}`,
      ...(seconds === undefined
        ? []
        : [
            `measured ${secondsText(seconds)}: bus bandwidth ${rounded(moved / seconds / 1e9)} GB/s of ${rounded(link.bytesPerSecond / 1e9)}`,
          ]),
    ],
    notes: [
      'KB, MB and GB are taken as powers of 1,024, as nccl-tests does.',
      ...(nodes !== undefined && nodes > 1
        ? ['Over several nodes the slowest link bounds: give the network per GPU, not NVLink.']
        : []),
      'This is the bandwidth bound of ring and tree alike; small messages are bound by latency, and in-switch reduction moves the data once.',
    ],
    values: {
      floor_us: Number((floor * 1e6).toPrecision(8)),
      bytes_per_gpu: moved,
      link_gb_per_s: Number((link.bytesPerSecond / 1e9).toPrecision(8)),
      ...(seconds === undefined
        ? {}
        : {
            percent_of_floor: Number(((floor / seconds) * 100).toPrecision(6)),
            bus_gb_per_s: Number((moved / seconds / 1e9).toPrecision(6)),
          }),
    },
    sources: [RULES.collectives, ...link.sources, ...hardwareSources(library, [link.key])],
    stacks: [],
  });
}

type Found = {
  readonly name: string;
  readonly bytesPerSecond: number;
  readonly sources: readonly Source[];
  readonly key?: string;
};

/** The link as a rate, as a named one, or as the named GPU's own. */
function linkOf(text: string, devices: readonly Device[], rate: number | undefined): Found | undefined {
  if (rate !== undefined) return { name: `${rounded(rate / 1e9)} GB/s`, bytesPerSecond: rate, sources: [] };
  const named = linkIn(text);
  if (named !== undefined)
    return { ...named, sources: [named.name.startsWith('PCIe') ? RULES.pcie : RULES.infiniband] };
  const [words, key] = devices[0]?.gpu?.interconnect ?? [];
  // What joins the two dies of one card joins no two cards.
  if (words === undefined || /\bdies\b/.test(words) || /\b(?:ethernet|network|infiniband|ib|roce|efa)\b/i.test(text))
    return undefined;
  if (/pci/i.test(text)) {
    const own = linkIn(words);
    return own === undefined ? undefined : { ...own, sources: [RULES.pcie] };
  }
  const match = /^([^,]+), (\d+(?:\.\d+)?) (GB|TB)\/s (each way|in both directions together)/.exec(words);
  if (match?.[1] === undefined) {
    const own = linkIn(words);
    return own === undefined || /nvlink|xgmi|infinity/i.test(`${words} ${text}`)
      ? undefined
      : { ...own, sources: [RULES.pcie] };
  }
  const both = Number(match[2]) * (match[3] === 'TB' ? 1e12 : 1e9);
  return {
    name: `${match[1]} of ${devices[0]?.name}`,
    bytesPerSecond: match[4] === 'each way' ? both : both / 2,
    sources: [],
    ...(key === undefined ? {} : { key }),
  };
}
