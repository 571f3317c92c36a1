import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'demo/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // As for the stories: files wait for a part of their time.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    // The files of a worker share their modules: to import the server anew for each took a third of a run. A test that changes shared
    // state (a spy, a timer, the environment) puts it back.
    isolate: false,
    // A busy machine is no failure.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
});
