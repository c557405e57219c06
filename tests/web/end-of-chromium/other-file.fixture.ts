import { test } from 'vitest';
import { chromiumOfTests } from '#tests/support/browser/chromium.ts';

test('needs Chromium in another file', async () => {
  await (await chromiumOfTests()).newPage();
});
