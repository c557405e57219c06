import { defineConfig } from 'vitest/config';
import { core } from './core.ts';

const root = new URL('../..', import.meta.url).pathname;
/** Set by `npm run mutate`, which runs one group after the other. */
const servers = core[process.env.MUTATION_GROUP ?? '']?.servers ?? [];

/** The tests that may notice a change of the group: Stryker cannot choose them from several projects. */
// The other unit tests exercise whole configurations: slow, and none of them is the test of a line of the core.
export default defineConfig({
  root,
  test: {
    isolate: false,
    environment: 'node',
    include: ['{services,projections}/**/*.test.ts', ...servers],
    exclude: ['services/{main,demo,import}/**', 'services/platform/mail/**'],
    globalSetup: servers.length > 0 ? ['tests/support/servers/postgres-server.ts'] : [],
    strictTags: false,
    // What waits for ever ends as a failed test. What runs for ever is ended by Stryker, and its process starts again.
    testTimeout: 5_000,
    hookTimeout: 300_000,
    setupFiles: ['tests/support/fast-check-seed.ts'],
  },
});
