import { fusionBytes, launchBound } from '../../calculating/memory.ts';
import { RULES } from '../../calculating/sources.ts';
import { bytesText, rounded, secondsText } from '../../calculating/units.ts';
import type { Answer } from '../../contract/index.ts';
import type { Library } from '../../knowledge/library.ts';
import { answerCollective } from './collective.ts';
import type { Asked } from './device.ts';
import { elementsIn } from './elementwise.ts';
import { HOW_TO, reader, secondsIn, TROUBLE, typeIn } from './inputs.ts';
import { askFor, hardwareSources, impossible, worked } from './worked.ts';

/** What launching costs on the CPU where the question does not say; asked for a measured one in the notes. */
const LAUNCH_SECONDS = 5e-6;

/** Bytes that fusing saves, what capturing launches saves, how fast a collective can be. */
export function answerTraffic(asked: Asked, library: Library): Answer | undefined {
  return answerCollective(asked, library) ?? fusion(asked, library) ?? launches(asked);
}

const SAVES = /sav|traffic|bytes|bandwidth|how (?:much|many)|worth|gain|fusing|\bfuse\b|faster|speed/i;
const OPERATION = /\b(?:elementwise|pointwise|unary)?\s*(?:ops?|operations?|kernels?|passes|layers)\b/i;
const NAMED =
  /\b(?:bias|gelu|relu|silu|swish|sigmoid|tanh|exp|add|mul(?:tiply)?|scale|residual|dropout|cast|layer ?norm|rms ?norm|clamp|sub|div|sqrt|square)\b/gi;

function fusion({ text, bare, devices }: Asked, library: Library): Answer | undefined {
  if (!/\b(?:un)?fus(?:e|ed|es|ing|ion)\b/i.test(bare) || TROUBLE.test(bare)) return undefined;
  const input = reader(bare);
  const counted = input.count(
    /\b(\d+)()\s*(?:elementwise |pointwise |unary |separate |small )?(?:ops?|operations?|kernels?|passes|layers)\b/i,
  );
  const { count } = elementsIn(input);
  const listed = bare.match(NAMED)?.length ?? 0;
  const operations = counted ?? (listed > 1 ? listed : undefined);
  if ((count === undefined && counted === undefined) || !SAVES.test(bare)) return undefined;
  if (count === undefined)
    return !HOW_TO.test(bare) && (listed > 0 || OPERATION.test(bare))
      ? ask('How many elements?', ['1M elements', '16M elements', '64M elements'])
      : undefined;
  if (operations === undefined) return ask('How many operations in the chain?', ['2 ops', '3 ops', '5 ops']);
  if (operations < 2)
    return impossible('fusion', 'A single operation has nothing to be fused with: a chain needs at least two.');
  const type = typeIn(bare);
  if (type === undefined) return ask('Of which type?', ['bf16', 'fp32', 'fp8']);
  const { unfused, fused } = fusionBytes(count, operations, type.bytes);
  const bandwidth = devices[0]?.gpu?.bandwidth;
  const saved = bandwidth === undefined ? undefined : (unfused - fused) / (bandwidth[0] * 1e9);
  return worked({
    name: 'fusion',
    title: `Fusing ${operations} elementwise operations on ${count} elements, ${type.name}`,
    lead: `${bytesText(unfused)} of traffic become ${bytesText(fused)}: ${rounded(unfused / fused)} times less${saved === undefined ? '' : `, at least ${secondsText(saved)} saved on ${devices[0]?.name}`}.`,
    working: [
      `apart: ${operations} × (1 read + 1 write) × ${count} × ${type.bytes} bytes = ${bytesText(unfused)}`,
      `fused: 1 read + 1 write = ${bytesText(fused)}`,
      ...(bandwidth === undefined || saved === undefined
        ? []
        : [`saved: ${bytesText(unfused - fused)} / ${bandwidth[0]} GB/s = ${secondsText(saved)}`]),
    ],
    notes: [
      'Second operands of each operation are left out: they are read either way. Tensors that fit the L2 cache gain less.',
    ],
    values: {
      unfused_bytes: unfused,
      fused_bytes: fused,
      saved_bytes: unfused - fused,
      ...(saved === undefined ? {} : { saved_us: Number((saved * 1e6).toPrecision(8)) }),
    },
    sources: hardwareSources(library, [bandwidth?.[1]]),
    stacks: [],
  });

  function ask(what: string, options: readonly string[]): Answer {
    return askFor('fusion', what, text, options);
  }
}

const TIME = String.raw`\d[\d,]*(?:\.\d+)?\s*(?:ns|us|µs|μs|ms)\b`;
const LAUNCH = new RegExp(
  `(?:launch(?:es|ing)?|overhead|dispatch)(?: (?:overhead|latency|cost|time|gap))?\\s*(?:of|is|costs?|takes?|at|[=:~])?\\s*(?:about |around )?(${TIME})|(${TIME})\\s*(?:of |per |each )?(?:launch|overhead|dispatch|gap)`,
  'i',
);

/** Asks whether it pays, not how it is done. */
const PAYS = /\bpays?\b|worth|benefit|break-?even|gain|how much (?:time|faster)|sav(?:e|es|ing)|overhead/i;

function launches({ text, bare }: Asked): Answer | undefined {
  if (!/\b(?:graphs?|captur\w*|launch\w*)\b/i.test(bare) || TROUBLE.test(bare)) return undefined;
  const found = /(\d[\d,]*)\s*(?:small |tiny |short |separate |sequential )?(?:kernels?|launches|nodes)\b/i.exec(bare);
  if (found?.[1] === undefined) return undefined;
  const kernels = Number(found[1].replaceAll(',', ''));
  const said = LAUNCH.exec(bare);
  const launch = secondsIn(said?.[1] ?? said?.[2] ?? '') ?? LAUNCH_SECONDS;
  const rest = said === null ? bare : bare.replace(said[0], ' ');
  const time = secondsIn(rest);
  if (time === undefined)
    return !PAYS.test(bare)
      ? undefined
      : askFor('graph', 'How long does one kernel run?', text, ['2 us', '5 us', '20 us']);
  const together = /\b(?:total|in all|altogether|together|overall|combined)\b/i.test(rest);
  const kernel = together ? time / kernels : time;
  if (kernels < 1 || kernel <= 0)
    return impossible('graph', 'There is something to capture only with at least one kernel that takes time.');
  const result = launchBound(kernels, kernel, launch);
  const close = Math.abs(kernel - launch) <= 0.2 * launch;
  const saved = result.stepSeconds - kernels * kernel;
  return worked({
    name: 'graph',
    title: `${kernels} kernels of ${secondsText(kernel)}: does capturing them pay?`,
    lead: close
      ? `On the edge: a kernel (${secondsText(kernel)}) lasts about as long as a launch (${secondsText(launch)}). Shorter kernels, or slower launches as of a framework, make a graph pay.`
      : result.bound
        ? `Yes: launching (${secondsText(launch)} each) takes longer than the kernels, so the GPU idles ${rounded(result.idleShare * 100)} % of the step; a graph saves up to ${secondsText(saved)} a step.`
        : `Little: the kernels (${secondsText(kernel)}) last longer than a launch (${secondsText(launch)}), which hides behind them.`,
    working: [
      ...(together ? [`a kernel = ${secondsText(time)} / ${kernels} = ${secondsText(kernel)}`] : []),
      `step as launched = ${kernels} × max(${secondsText(kernel)}, ${secondsText(launch)}) = ${secondsText(result.stepSeconds)}`,
      `step as one graph ≈ ${kernels} × ${secondsText(kernel)} = ${secondsText(kernels * kernel)}, plus one launch`,
      `break-even: kernels shorter than ${secondsText(launch)}, that is more than ${rounded(1 / launch)} launches a second; here ${rounded(1 / kernel)}`,
    ],
    notes: [
      said === null
        ? `A launch is taken as ${secondsText(LAUNCH_SECONDS)}; frameworks take more. Measure yours, the gaps between kernels in a timeline, and ask with "launch 8 us".`
        : 'Frameworks add time of their own to each launch: measure the gaps between kernels in a timeline.',
    ],
    values: {
      launch_bound: result.bound ? 'yes' : 'no',
      idle_percent: Number((result.idleShare * 100).toPrecision(6)),
      step_us: Number((result.stepSeconds * 1e6).toPrecision(8)),
      graph_step_us: Number((kernels * kernel * 1e6).toPrecision(8)),
      break_even_launches_per_second: Number((1 / launch).toPrecision(8)),
    },
    sources: [RULES.graphs],
    stacks: [],
  });
}
