import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, with the longest first: one of them last would leave the other lanes idle. */
const longest = [
  'office/access',
  'viewer/accessibility',
  'office/ingest',
  'viewer/live',
  'office/lists',
  'office/editing',
  'office/menus',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.story.ts`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['e2e/**/*.story.ts'],
    globalSetup: ['e2e/global-setup.ts'],
    pool: 'forks',
    // The files of a lane share their modules, as those of a worker of the unit tests do (decision 054).
    isolate: false,
    // Each lane has a site of its own (`global-setup.ts`). More lanes than processors would starve players and encoders.
    maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
    sequence: { sequencer: LongestFirst },
    // Several times what the longest story takes on two quiet cores.
    testTimeout: 400_000,
    hookTimeout: 120_000,
    // As long as the browser waits for what a step needs: a busy machine is no failure.
    expect: { poll: { timeout: 30_000 } },
  },
});
