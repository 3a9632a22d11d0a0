// Prints what NVIDIA's occupancy calculator says of every configuration read from standard input:
// major minor threads registers shared  ->  blocks registers-limit shared-limit warps-limit blocks-limit
#include <climits>
#include <cstdio>
#include <cuda_occupancy.h>

int main() {
  int major, minor, threads, registers, threadsPerSm;
  long shared, sharedPerSm, sharedPerBlock, reserved;
  while (std::scanf("%d %d %d %ld %ld %ld %d %d %ld", &major, &minor, &threadsPerSm, &sharedPerSm, &sharedPerBlock, &reserved,
                    &threads, &registers, &shared) == 9) {
    cudaOccDeviceProp device;
    device.computeMajor = major;
    device.computeMinor = minor;
    device.maxThreadsPerBlock = 1024;
    device.maxThreadsPerMultiprocessor = threadsPerSm;
    device.regsPerBlock = 65536;
    device.regsPerMultiprocessor = 65536;
    device.warpSize = 32;
    device.sharedMemPerBlock = 49152;
    device.sharedMemPerMultiprocessor = sharedPerSm;
    device.numSms = 100;
    device.sharedMemPerBlockOptin = sharedPerBlock;
    device.reservedSharedMemPerBlock = reserved;
    cudaOccFuncAttributes function;
    function.maxThreadsPerBlock = INT_MAX;
    function.numRegs = registers;
    function.sharedSizeBytes = 0;
    function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    function.maxDynamicSharedSizeBytes = sharedPerBlock;
    function.numBlockBarriers = 1;
    cudaOccDeviceState state;
    cudaOccResult result;
    cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function, &state, threads, shared);
    if (error != CUDA_OCC_SUCCESS) std::printf("error %d\n", error);
    else
      std::printf("%d %d %d %d %d\n", result.activeBlocksPerMultiprocessor, result.blockLimitRegs, result.blockLimitSharedMem,
                  result.blockLimitWarps, result.blockLimitBlocks);
  }
}
