import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    reporters: ['default', './tests/support/closing-line.reporter.ts'],
    projects: [
      {
        root,
        test: {
          name: 'unit',
          // They leave nothing behind: one process for many files saves their starts.
          isolate: false,
          environment: 'node',
          include: [
            '{services,projections,infra}/**/*.test.ts',
            'tests/architecture/**/*.test.ts',
            'web/src/**/*.test.ts',
          ],
          // The tests of many random inputs take a second, and longer where others work at the same time.
          testTimeout: 20_000,
        },
      },
      {
        root,
        test: {
          name: 'servers',
          environment: 'node',
          include: ['tests/{ports,integration,chaos}/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-server.ts', 'tests/support/verifier-build.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [
            'tests/support/chromium-from-npm.ts',
            'tests/support/postgres-server.ts',
            'tests/support/web-build.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
