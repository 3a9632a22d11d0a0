import { defineConfig } from 'vitest/config';

/** Kept beside the suites so that the top level stays clean; the network is closed before any suite runs. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/offline.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
