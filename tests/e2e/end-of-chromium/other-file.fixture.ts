import { test } from 'vitest';
import { chromiumOfTests } from '../../support/chromium.ts';

test('needs Chromium in another file', async () => {
  await (await chromiumOfTests()).newPage();
});
