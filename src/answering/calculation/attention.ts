import { attentionWork } from '../../calculating/roofline.ts';
import { reader } from './inputs.ts';
import type { OperationRead } from './operation.ts';

/** The version of the library is no number of heads: "flash attention 2 heads 32". */
const VERSION = /\bflash[ -]?att(?:entio)?n[ -]?[234]\b(?!\s*(?:query |q )?heads?\b(?!\s*[=:]?\s*\d))/i;

/** Attention in words: batch, heads, key-value heads, tokens, head size, causal or decoding. */
export function readAttention(text: string): OperationRead {
  const input = reader(text.replace(VERSION, 'flash attention'));
  const shape = input.groups(
    /[([]\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*[)\]]/,
    /\b(\d+)\s*[x×]\s*(\d+)\s*[x×]\s*(\d+)\s*[x×]\s*(\d+)\b/,
  );
  const named = shape?.map(Number) ?? [];
  const keyHeads =
    input.either('(?:num[ _-]?)?(?:kv|key(?:[ -]value)?)[ _-]?heads?') ?? input.count(/\bgroups?\s*[=:]?\s*(\d+)()/i);
  const headSize =
    input.either('(?:per[ -])?h(?:ead)?[ _-]?(?:dim(?:ension)?|size)s?') ??
    input.count(
      /(?<=\bheads?) of (\d+)()/i,
      /\bdim(?:ension)?s?\s*[=:]?\s*(\d+)()/i,
      /\bd(?:_?head|_?k)?\s*[=:]?\s*(\d+)()\b/i,
      /(\d+)()\s*-?dim(?:ensional)?\b/i,
    ) ??
    named[3];
  const heads =
    input.either('(?:num[ _-]?)?(?:q(?:uery)?[ _-]?|attention )?heads?') ??
    input.count(/\bh\s*[=:]\s*(\d+)()/i) ??
    named[1];
  const tokens =
    input.either(
      '(?:seq(?:uence)?(?:[ _-]?len(?:gth)?)?s?|context(?: length)?|ctx|tokens?|kv ?len(?:gth)?|prefill|prompt)',
    ) ??
    input.count(/\b(?:s|n|l)\s*[=:]\s*(\d+)\s*(k)?\b/i, /(?<![\w.])(\d+)\s*(k)\b/i) ??
    named[2];
  const batch = input.count(/\b(?:batch(?:[ _-]?size)?|bs|b)\s*(?:of|is|[=:])?\s*(\d+)()\b/i) ?? named[0] ?? 1;
  const sizeless = [heads, tokens, headSize].every((value) => value === undefined);
  if (heads === undefined)
    return { sizeless, missing: 'How many heads?', options: ['16 heads', '32 heads', '64 heads'] };
  if (tokens === undefined) return { missing: 'How many tokens?', options: ['2k tokens', '8k tokens', '32k tokens'] };
  if (headSize === undefined)
    return { missing: 'Which head size?', options: ['head dim 64', 'head dim 128', 'head dim 256'] };
  const decode = /\bdecod|\bgenerat\w+ (?:one|a) token|one (?:new )?token/i.test(text);
  const causal = !decode && /causal|masked/i.test(text);
  if (keyHeads !== undefined && (keyHeads < 1 || heads % keyHeads !== 0))
    return {
      wrong: `${heads} heads cannot share ${keyHeads} key-value heads: the one must be a multiple of the other.`,
    };
  if ([batch, heads, tokens, headSize].some((value) => value < 1))
    return { wrong: 'Attention needs at least one sequence, head, token and head element.' };
  const shared = keyHeads ?? heads;
  const queries = decode ? 1 : tokens;
  return {
    what: `Attention, batch ${batch}, ${heads} heads of ${headSize}${keyHeads === undefined ? '' : ` over ${keyHeads} key-value heads`}, ${queries} × ${tokens} tokens${causal ? ', causal' : ''}`,
    formula: `4 × ${batch} × ${heads} × ${queries} × ${tokens} × ${headSize}${causal ? ' / 2' : ''}`,
    traffic: `${batch} × ${headSize} × 2 × (${heads} × ${queries} + ${shared} × ${tokens}): queries and output, keys and values`,
    work: (bytes) => attentionWork({ batch, heads, keyHeads: shared, queries, keys: tokens, headSize, bytes, causal }),
    matrix: true,
    notes: [
      'A fused kernel is assumed: one that writes the scores to memory moves far more. Softmax is left out of the FLOP.',
    ],
  };
}
