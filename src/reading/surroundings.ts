import { redact } from './redact.ts';

/** What a report upstream needs and a log often holds. */
const WANTED: readonly (readonly [string, RegExp])[] = [
  [
    'GPU',
    /\b((?:NVIDIA |AMD |Tesla |GeForce |Radeon |Instinct )?(?:[ABHLTV]\d{2,3}S?(?:-\w+)*|GB?200|RTX \w+(?: \w+)?|GTX \w+|MI\d{2,3}[AX]?|RX \d{4}\w*(?: XTX?)?))\b/,
  ],
  ['target', /\b(sm_\d{2,3}[af]?|gfx\d{3,4}[a-z]?)\b/],
  ['driver', /driver version:?\s*([\d.]+)/i],
  ['CUDA', /\bCUDA(?: Version| toolkit| runtime)?[: ]+v?(\d+\.\d+(?:\.\d+)?)/i],
  ['ROCm', /\bROCm(?: version)?[: -]+v?(\d+\.\d+(?:\.\d+)?)/i],
  ['PyTorch', /\b(?:torch|pytorch)(?: version)?[=: ]+v?(\d+\.\d+\.\d+\S*)/i],
  ['Triton', /\btriton(?: version)?[=: ]+v?(\d+\.\d+\.\d+)/i],
  ['TensorRT', /\bTensorRT(?:[- ]?version)?[:. v-]*(\d+(?:\.\d+){1,3})/i],
  ['Python', /\bPython[: ]+(\d+\.\d+(?:\.\d+)?)/i],
  ['command', /^[ \t]*(?:\$|&&&& RUNNING|\+)[ \t]*(.{4,160})$/m],
];

/** Versions, GPU and command as the log gives them, without secrets; each at most once. */
export function surroundings(text: string): readonly { readonly what: string; readonly value: string }[] {
  const head = text.slice(0, 200_000);
  return WANTED.flatMap(([what, pattern]) => {
    const value = pattern.exec(head)?.[1];
    return value === undefined ? [] : [{ what, value: what === 'command' ? redact(value) : value }];
  });
}
