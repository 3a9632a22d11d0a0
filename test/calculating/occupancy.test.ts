import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { amdOccupancy } from '../../src/calculating/amd-occupancy.ts';
import { nvidiaOccupancy } from '../../src/calculating/nvidia-occupancy.ts';
import { hardwareSchema } from '../../src/knowledge/hardware-schema.ts';
import { SHIPPED } from '../../src/knowledge/shipped.ts';
import { configurations } from './nvidia.ts';

const { architectures } = hardwareSchema.parse(parse(readFileSync(join(SHIPPED, 'hardware.yaml'), 'utf8')));

function nvidia(capability: string) {
  const found = architectures[`sm_${capability.replace('.', '')}`];
  if (found?.vendor !== 'nvidia') throw new Error(`no architecture for ${capability}`);
  return found;
}

function table(name: string): string[][] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

it("equals NVIDIA's calculator on the kept table", () => {
  const rows = table('nvidia-occupancy.tsv');
  expect(rows.length).toBeGreaterThanOrEqual(500);
  for (const [capability = '', threads, registers, shared, blocks, byRegisters, byShared, byWarps, byBlocks] of rows) {
    const { blocks: found, allows } = nvidiaOccupancy(nvidia(capability), {
      threads: Number(threads),
      registers: Number(registers),
      shared: Number(shared),
    });
    const finite = (value: number): number => (value === Number.POSITIVE_INFINITY ? 2_147_483_647 : value);
    expect(
      [found, finite(allows.registers), finite(allows['shared memory']), allows.warps, allows.blocks],
      [capability, threads, registers, shared].join(' '),
    ).toEqual([blocks, byRegisters, byShared, byWarps, byBlocks].map(Number));
  }
});

const HEADER = ['/usr/local/cuda/include', '/usr/local/cuda-13.0/include'].find((path) =>
  existsSync(join(path, 'cuda_occupancy.h')),
);

it.skipIf(HEADER === undefined)(
  "equals NVIDIA's calculator on 10,000 random configurations (skipped where no CUDA toolkit is installed)",
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'ridgepoint-'));
    try {
      const program = join(folder, 'oracle');
      execFileSync('c++', ['-O1', `-I${HEADER}`, new URL('oracle.cpp', import.meta.url).pathname, '-o', program]);
      const rows = configurations(10_000, 20_261_202);
      const said = execFileSync(program, { input: rows.map(({ line }) => line).join('\n') })
        .toString()
        .trim()
        .split('\n');
      const differ = rows.filter(({ capability, kernel }, index) => {
        const { blocks } = nvidiaOccupancy(nvidia(capability), kernel);
        return blocks !== Number(said[index]?.split(' ')[0]);
      });
      expect(differ.map(({ line }) => line)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it("equals the CUDA runtime's own call on an H200 (240 kernels, 6 block sizes, 3 sizes of dynamic shared memory: 4,320 rows, 800 kept)", () => {
  for (const [registers, threads, shared, blocks] of table('h200-runtime.tsv')) {
    const kernel = { threads: Number(threads), registers: Number(registers), shared: Number(shared) };
    expect(nvidiaOccupancy(nvidia('9.0'), kernel).blocks, [registers, threads, shared].join(' ')).toBe(Number(blocks));
  }
});

it("equals LLVM's own occupancy line for AMD targets", () => {
  const rows = table('amd-occupancy.tsv');
  expect(rows.length).toBeGreaterThanOrEqual(500);
  for (const [target = '', , vgprs, , total, sgprs, lds, threads, occupancy] of rows) {
    const limits = architectures[target];
    if (limits?.vendor !== 'amd') throw new Error(`no architecture for ${target}`);
    const vectorRegisters = Number(total === '-' ? vgprs : total);
    const found = amdOccupancy(limits, {
      threads: Number(threads),
      vectorRegisters,
      scalarRegisters: Number(sgprs),
      lds: Number(lds),
    });
    expect(found.wavesPerSimd, [target, vectorRegisters, sgprs, lds, threads].join(' ')).toBe(Number(occupancy));
  }
});
