import { defineConfig } from 'vitest/config';

const root = new URL('../..', import.meta.url).pathname;

/** The unit tests beside the core: Stryker cannot choose one project of a configuration. */
// The other unit tests exercise whole configurations: slow, and none of them is the test of a line of the core.
export default defineConfig({
  root,
  test: {
    isolate: false,
    environment: 'node',
    include: ['{services,projections}/**/*.test.ts'],
    exclude: ['services/{main,demo,import}/**', 'services/platform/mail/**'],
    strictTags: false,
    // Stryker ends what hangs, by the time that the test took without a change.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['tests/support/fast-check-seed.ts'],
  },
});
