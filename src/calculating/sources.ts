import type { Source } from '../contract/index.ts';

/** Where the rules of the calculations stand; figures of hardware have their sources in the hardware table. */
export const RULES = {
  banks: {
    title: 'CUDA Programming Guide, shared memory access patterns',
    url: 'https://docs.nvidia.com/cuda/cuda-programming-guide/02-basics/writing-cuda-kernels.html',
    covers: 'CUDA 13',
    checked: '2026-12-02',
  },
  graphs: {
    title: 'CUDA Programming Guide, CUDA Graphs',
    url: 'https://docs.nvidia.com/cuda/cuda-programming-guide/04-special-topics/cuda-graphs.html',
    covers: 'CUDA 13',
    checked: '2026-12-02',
  },
  pcie: {
    title: 'Linux, PCI link rates less encoding (PCIE_SPEED2MBS_ENC)',
    url: 'https://github.com/torvalds/linux/blob/master/drivers/pci/pci.h',
    covers: 'Linux 6',
    checked: '2026-12-02',
  },
  infiniband: {
    title: 'Linux, rates of an InfiniBand port by speed and width',
    url: 'https://github.com/torvalds/linux/blob/master/drivers/infiniband/core/sysfs.c',
    covers: 'Linux 6',
    checked: '2026-12-02',
  },
  activations: {
    title: "Megatron-LM, theoretical memory of a layer's activations",
    url: 'https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/theoretical_memory_usage.py',
    covers: 'Megatron-LM of 2026',
    checked: '2026-12-02',
  },
  collectives: {
    title: 'nccl-tests, performance: bus bandwidth of the collectives',
    url: 'https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md',
    covers: 'NCCL 2',
    checked: '2026-12-02',
  },
} as const satisfies Readonly<Record<string, Source>>;
