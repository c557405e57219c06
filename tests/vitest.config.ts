import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

/** Tests with servers wait for disks, clocks and dying processes: three files at once fill two processors. */
const SERVERS_FIRST = { maxWorkers: 3, sequence: { groupOrder: 0 } } as const;
/** Browsers do not wait, and what they measure of a page should not be the other files. */
const BROWSERS_LAST = { maxWorkers: 2, sequence: { groupOrder: 1 } } as const;

export default defineConfig({
  root,
  test: {
    reporters: ['default', './tests/support/closing-line.reporter.ts'],
    projects: [
      {
        root,
        test: {
          name: 'unit',
          ...SERVERS_FIRST,
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
          ...SERVERS_FIRST,
          environment: 'node',
          include: ['tests/{ports,integration,chaos}/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'browser',
          ...BROWSERS_LAST,
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
