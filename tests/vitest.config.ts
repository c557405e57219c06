import { defineConfig } from 'vitest/config';
import { reliability, security, specification } from './support/coverage-maps.ts';
import { MAX_WAIT_MS } from './support/max-wait.ts';

/** Only for tests that hang: each wait has its own, shorter end. */
const HANGS = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: MAX_WAIT_MS } } };

/** A test carries the tags of the lines that it proves. An unknown tag is an error. */
const TAGS = {
  tags: [...specification, ...security, ...reliability].map(({ tag, line }) => ({
    name: tag,
    description: line,
  })),
};

const SEEDED = { setupFiles: ['tests/support/fast-check-seed.ts'] };

/** The options of every browser test. */
export const BROWSER = {
  // One process for many files: they share its Chromium and the company that it seeded.
  isolate: false,
  environment: 'node' as const,
  setupFiles: ['tests/support/browser/end-of-chromium.ts'],
  ...TAGS,
  ...HANGS,
};

/** Times that are promised, as ratios to a baseline of the same run. */
const PROMISES = 'tests/**/*.promise.test.ts';

const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    maxWorkers: 3,
    // Files run in another order each time. The seed is printed: `--sequence.seed=N` repeats the order.
    sequence: { shuffle: { files: true } },
    ...TAGS,
    reporters: ['default', ['./tests/support/closing-line.reporter.ts', { hasCoverageMaps: true }]],
    // One project after the other: a process that goes from one to another starts anew and loads everything again.
    projects: [
      {
        root,
        test: {
          name: 'unit',
          sequence: { shuffle: { tests: true }, groupOrder: 1 },
          // They leave nothing behind: one process for many files saves their starts.
          isolate: false,
          environment: 'node',
          include: [
            '{services,projections,infra}/**/*.test.ts',
            'tests/architecture/**/*.test.ts',
            'web/src/**/*.test.ts',
          ],
          setupFiles: [...SEEDED.setupFiles, 'tests/support/locale.ts'],
          ...TAGS,
          ...HANGS,
        },
      },
      {
        root,
        test: {
          name: 'servers',
          sequence: { shuffle: { tests: true }, groupOrder: 2 },
          // As above: modules keep nothing of one program for the next, and each test ends what it started.
          isolate: false,
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/architecture/**', 'tests/**/*.browser.test.ts', PROMISES],
          globalSetup: [
            'tests/support/servers/postgres-server.ts',
            'tests/support/browser/web-build.ts',
            'tests/support/servers/built-programs.ts',
          ],
          ...SEEDED,
          ...TAGS,
          ...HANGS,
        },
      },
      {
        root,
        test: {
          name: 'browser',
          sequence: { shuffle: { tests: true }, groupOrder: 3 },
          include: ['tests/**/*.browser.test.ts'],
          globalSetup: [
            'tests/support/browser/chromium-from-npm.ts',
            'tests/support/servers/postgres-server.ts',
            'tests/support/browser/web-build.ts',
          ],
          ...BROWSER,
        },
      },
      {
        root,
        test: {
          name: 'promises',
          include: [PROMISES],
          // Alone on the machine: after all others, one file at a time.
          sequence: { groupOrder: 4 },
          maxWorkers: 1,
          globalSetup: [
            'tests/support/browser/chromium-from-npm.ts',
            'tests/support/servers/postgres-server.ts',
            'tests/support/browser/web-build.ts',
          ],
          ...BROWSER,
        },
      },
    ],
  },
});
