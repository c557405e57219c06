import { defineConfig } from 'vitest/config';
import { BROWSER } from '#tests/vitest.config.ts';

/** Runs the fixtures of this folder with the options of the browser tests. */
export default defineConfig({
  root: new URL('../../..', import.meta.url).pathname,
  test: {
    ...BROWSER,
    maxWorkers: 1,
    include: ['tests/web/end-of-chromium/*.fixture.ts'],
    reporters: ['default', './tests/support/closing-line.reporter.ts'],
  },
});
