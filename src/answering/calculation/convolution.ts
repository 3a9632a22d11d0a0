import { convolutionWork, outputBytes } from '../../calculating/roofline.ts';
import { reader } from './inputs.ts';
import type { OperationRead } from './operation.ts';

/** A two-dimensional convolution in words: "3x3 conv 64->128 channels 56x56 batch 32 stride 2", "depthwise 3x3, 256 channels". */
export function readConvolution(text: string): OperationRead | undefined {
  if (/conv3d|\b\d+\s*x\s*\d+\s*x\s*\d+ (?:conv|kernel|filter)|transposed?|deconv/i.test(text)) return undefined;
  const input = reader(text);
  const depthwise = /depth-?wise/i.test(text);
  const batch = input.count(/\b(?:batch(?:[ _-]?size)?|bs|n|b)\s*(?:of|is|[=:])?\s*(\d+)()\b/i);
  const stride =
    input.count(/\bstrides?\s*(?:of|is|[=:-])?\s*\(?(\d+)()/i, /\bs\s*=?\s*(\d)()\b/i, /\bstrided by (\d+)()/i) ?? 1;
  const dilation = input.count(/\bdilat(?:ion|ed)\s*(?:of|by|is|[=:])?\s*\(?(\d+)()/i) ?? 1;
  const padding = input.count(
    /\bpad(?:ding)?\s*(?:of|is|[=:])?\s*\(?(\d+)()/i,
    /\bp\s*=\s*(\d+)()/i,
    /(\d+)()\s*(?:of )?padding/i,
  );
  const groups = input.count(/\bgroups?\s*(?:of|is|[=:])?\s*(\d+)()\b/i, /(\d+)()\s*groups?\b/i);
  const layout = input
    .groups(/[([]?\b(\d+)\s*[x×,]\s*(\d+)\s*[x×,]\s*(\d+)\s*[x×,]\s*(\d+)\b[)\]]?\s*(nchw|nhwc)?/i)
    ?.map(Number);
  const last = /nhwc|channels?[ _-]last/i.test(text);
  const kernel = kernelOf(input, text);
  const pair = input.groups(
    /\b(\d+)\s*(?:in(?:put)?\s*)?(?:channels?|ch)?\s*(?:->|→|=>|-->|\bto\b)\s*(\d+)\s*(?:out(?:put)?)?\s*(?:channels?|ch|filters?|features?|maps?)?\b/i,
    /\b(?:c_?in|in[ _-]?ch(?:annels?)?|input channels?|c)\s*[=:]?\s*(\d+)[,;\s]+(?:c_?out|out[ _-]?ch(?:annels?)?|output channels?|k|filters?)\s*[=:]?\s*(\d+)\b/i,
    /\b(\d+)\s*in(?:put)?[ _-]?(?:channels?|ch)?[,;\s]+(?:and )?(\d+)\s*out(?:put)?\b/i,
  );
  const single = input.count(
    /\b(\d+)()\s*(?:channels?|ch|filters?)\b/i,
    /\b(?:channels?|c)\s*(?:of|[=:])?\s*(\d+)()\b/i,
  );
  const spatial = input.groups(/\b(\d+)\s*[x×]\s*(\d+)(?:\s*[x×]\s*(\d+))?\b/i)?.map(Number);
  const side = input.groups(
    /\b(?:image|input|feature ?map|size|spatial|hw|h)\s*(?:size)?\s*(?:of|is|[=:])?\s*(\d+)\b(?!\s*[x×])(?:[,;\s]+w\s*[=:]?\s*(\d+))?/i,
  );
  const [height, width] =
    layout !== undefined
      ? layout.slice(last ? 1 : 2)
      : (spatial ?? (side?.[0] === undefined ? [] : [Number(side[0]), Number(side[1] ?? side[0])]));
  const within = layout?.[last ? 3 : 1] ?? finite(spatial?.[2]);
  const inputs = finite(Number(pair?.[0])) ?? within ?? single;
  const outputs = finite(Number(pair?.[1])) ?? single ?? inputs;
  const sizeless = [kernel, inputs, height].every((value) => value === undefined);
  if (kernel === undefined)
    return { sizeless, missing: 'Which kernel size?', options: ['1x1 kernel', '3x3 kernel', '5x5 kernel'] };
  if (inputs === undefined || outputs === undefined)
    return {
      missing: 'How many channels, in and out?',
      options: ['64->64 channels', '256->256 channels', '512->512 channels'],
    };
  if (height === undefined || width === undefined)
    return { missing: 'Which input size, height × width?', options: ['on 14x14', 'on 56x56', 'on 224x224'] };
  const shape = {
    batch: batch ?? layout?.[0] ?? 1,
    height,
    width,
    inputs,
    outputs,
    kernel,
    stride,
    padding: padding ?? (/\bvalid\b|no pad|without pad/i.test(text) ? 0 : undefined),
    dilation,
    groups: depthwise ? inputs : (groups ?? 1),
  };
  return weighed(shape, batch === undefined && layout === undefined);
}

function finite(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : value;
}

type Shape = {
  readonly batch: number;
  readonly height: number;
  readonly width: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly kernel: readonly [number, number];
  readonly stride: number;
  /** Undefined: half the kernel, which keeps the size at stride 1. */
  readonly padding: number | undefined;
  readonly dilation: number;
  readonly groups: number;
};

function kernelOf(input: ReturnType<typeof reader>, text: string): readonly [number, number] | undefined {
  const found = input.groups(
    /\b(\d{1,2})\s*[x×]\s*(\d{1,2})\b(?=\s*(?:s\d\s*)?(?:stride\S*\s*\S*\s*)?(?:depth-?wise|point-?wise|group\w*|separable|dilated|strided|2d|standard|plain)?[\s-]*(?:conv|kernel|filter))/i,
    /\b(?:kernel|filter)(?:[ _-]?size)?\s*(?:of|is|[=:])?\s*\(?(\d{1,2})\b(?:\s*[x×,]\s*(\d{1,2})\b)?/i,
    /\b(?:conv(?:olution)?2?d?|depth-?wise)\s*(?:of|is|with|[=:])?\s*\(?(\d{1,2})\s*[x×,]\s*(\d{1,2})\b/i,
    /\b([1-9]|1[135])\s*[x×]\s*([1-9]|1[135])\b(?!\s*[x×])/i,
  );
  if (found?.[0] !== undefined) return [Number(found[0]), Number(found[1] ?? found[0])];
  return /point-?wise/i.test(text) ? [1, 1] : undefined;
}

function weighed(shape: Shape, guessed: boolean): OperationRead {
  const { batch, height, width, inputs, outputs, kernel, stride, dilation, groups } = shape;
  const [kernelHeight, kernelWidth] = kernel;
  if (
    [batch, height, width, inputs, outputs, kernelHeight, kernelWidth, stride, dilation, groups].some(
      (value) => value < 1,
    )
  )
    return {
      wrong:
        'Every size of a convolution is at least 1: batch, height, width, channels, kernel, stride, dilation and groups.',
    };
  if (inputs % groups !== 0 || outputs % groups !== 0)
    return {
      wrong: `${groups} groups do not divide ${inputs} input and ${outputs} output channels: both must be multiples of the groups.`,
    };
  const padded = [
    shape.padding ?? Math.floor((dilation * (kernelHeight - 1)) / 2),
    shape.padding ?? Math.floor((dilation * (kernelWidth - 1)) / 2),
  ] as const;
  const out = [
    Math.floor((height + 2 * padded[0] - dilation * (kernelHeight - 1) - 1) / stride) + 1,
    Math.floor((width + 2 * padded[1] - dilation * (kernelWidth - 1) - 1) / stride) + 1,
  ] as const;
  if (out[0] < 1 || out[1] < 1)
    return {
      wrong: `A ${kernelHeight}×${kernelWidth} kernel${dilation > 1 ? ` dilated by ${dilation}` : ''} does not fit a ${height}×${width} input with padding ${padded[0]}: no output is left.`,
    };
  const [rows, columns] = out;
  const perOutput = (inputs / groups) * kernelHeight * kernelWidth;
  const weights = outputs * perOutput;
  const kind =
    groups === 1 ? 'Convolution' : groups === inputs ? 'Depthwise convolution' : `Convolution of ${groups} groups`;
  return {
    what: `${kind} ${kernelHeight}×${kernelWidth}, ${inputs} → ${outputs} channels, ${height}×${width}, batch ${batch}${stride > 1 ? `, stride ${stride}` : ''}`,
    formula: `2 × ${batch} × ${rows} × ${columns} outputs × ${outputs} channels × ${perOutput} (${inputs / groups} × ${kernelHeight} × ${kernelWidth})`,
    traffic: `${batch} × ${height} × ${width} × ${inputs} inputs + ${weights} weights + ${batch} × ${rows} × ${columns} × ${outputs} outputs`,
    work: (bytes) =>
      convolutionWork(
        { batch, height, width, inputs, outputs, kernelHeight, kernelWidth, rows, columns, groups },
        bytes,
        outputBytes(bytes),
      ),
    // A depthwise kernel has no inner product across channels for the matrix units to work on.
    matrix: groups !== inputs || inputs === 1,
    notes: [
      `Output ${rows}×${columns} = ⌊(${height} + 2 × ${padded[0]} − ${dilation} × ${kernelHeight - 1} − 1) / ${stride}⌋ + 1${shape.padding === undefined && kernelHeight > 1 ? `; padding ${padded[0]} is assumed, give another as "padding 0"` : ''}${guessed ? '; batch 1 is assumed' : ''}.`,
      'The FLOP are those of the direct algorithm: Winograd and FFT do fewer. The bytes are the same in NHWC and NCHW; an explicit im2col moves its copy on top.',
    ],
  };
}
