import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

let program: TestProgram;
let vite: ViteDevServer;
const cacheDir = mkdtempSync(join(tmpdir(), 'tallyboard-vite-'));

beforeAll(async () => {
  program = await startTestProgram();
  process.env.API_URL = program.url;
  vite = await createServer({
    configFile: new URL('../../web/vite.config.ts', import.meta.url).pathname,
    cacheDir,
    optimizeDeps: { noDiscovery: true },
    server: { port: 0 },
    logLevel: 'silent',
  });
  await vite.listen();
});
afterAll(async () => {
  await vite?.close();
  await program?.stop();
  delete process.env.API_URL;
  rmSync(cacheDir, { recursive: true, force: true });
});

test('a page of the development server may write through it, like a browser', async () => {
  const company = await program.seedCompany();
  const page = vite.resolvedUrls?.local[0] ?? '';
  const reply = await fetch(new URL('/api/login', page), {
    method: 'POST',
    headers: { origin: new URL(page).origin },
    body: new URLSearchParams({ username: company.owner.email, password: PASSWORD, tz: 'UTC' }),
  });
  expect(await reply.json()).toMatchObject({ isLoggedIn: true });
});
