import { afterEach, beforeEach } from 'vitest';
import { isEndOfChromiumReported, reportEndOfChromium } from './chromium.ts';

// Vitest setup file of the browser tests. When Chromium ends, one test fails with its last words. The tests after it
// are skipped, because all of them would fail for the same cause.
beforeEach(({ skip }) => skip(isEndOfChromiumReported(), 'Chromium ended in an earlier test'));
afterEach(reportEndOfChromium);
