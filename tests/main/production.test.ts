import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '#platform/config.ts';
import { builtProgram, startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir } from '#tests/support/servers/program-process.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { startAnother, startTestProgram } from '#tests/support/servers/test-program.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const PRODUCTION = {
  NODE_ENV: 'production',
  ALLOW_IN_PRODUCTION: 'sandbox-payments,development-mailbox,plain-http',
};

it('production does not start on the data of a demo until it is erased, or allowed', {
  tags: ['asvs-6.3.2'],
}, async () => {
  const { dataDir, remove } = temporaryDataDir();
  closers.push(remove);
  const stop = async (program: ProgramProcess) => expect(await program.stop()).toBe(0);
  const signIn = async ({ url }: ProgramProcess) =>
    (
      await createHttpClient(url).post('/api/login', {
        ...{ username: 'owner@demo.test', password: 'Demo-pass1', tz: 'UTC' },
      })
    ).status;
  /** Runs a command to its end, in production, on the same data. */
  const run = (name: 'start' | 'retention', ...args: string[]) => {
    const { path, env } = builtProgram(name);
    const settings = { ...PRODUCTION, DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0' };
    return new Promise<{ code: unknown; output: string }>((done) => {
      execFile(process.execPath, [path, ...args], { env: { ...env, ...settings } }, (error, stdout, stderr) =>
        done({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
      );
    });
  };
  const start = (environment: Record<string, string>) =>
    startBuiltProgram(dataDir, ['--api-only'], environment);

  const demo = await start({});
  expect(await signIn(demo)).toBe(200);
  await stop(demo);

  const refused = await run('start', '--api-only');
  expect(refused.output).toMatch(
    /^NODE_ENV takes development while the demo company has accounts,[^\n]+--demo --apply[^\n]+demo-accounts\n$/,
  );
  expect(refused.code).toBe(1);

  const allowed = `${PRODUCTION.ALLOW_IN_PRODUCTION},demo-accounts`;
  await stop(await start({ ...PRODUCTION, ALLOW_IN_PRODUCTION: allowed }));

  const counted = await run('retention', '--demo', '--dry-run');
  expect(counted).toMatchObject({
    code: 0,
    output: expect.stringMatching(/accounts.*\nNothing was changed\.\n$/s),
  });
  expect((await run('start', '--api-only')).code).toBe(1);
  const erased = await run('retention', '--demo', '--apply');
  expect(erased).toMatchObject({ code: 0, output: expect.stringContaining('erased') });
  expect((await run('retention', '--demo', '--apply')).code).toBe(0);

  const production = await start(PRODUCTION);
  expect(await signIn(production)).toBe(401);
  await stop(production);
  // A start in development does not bring it back.
  const again = await start({});
  expect(await signIn(again)).toBe(401);
  await stop(again);
});

describe('what a stranger sees of a process', () => {
  async function startBehindProxy(changes: Partial<Config>) {
    const database = await createTestDatabase();
    const postgres = await startTcpProxy(new URL(database.url));
    const program = await startAnother({ databaseUrl: postgres.url }, changes);
    closers.push(
      () => database.drop(),
      () => postgres.close(),
      () => program.stop(),
    );
    const metricsUrl = program.metricsUrl?.replace('localhost', '127.0.0.1');
    return { postgres, url: program.url, metricsUrl };
  }
  const get = async (url: string, path: string) => {
    const { status, body } = await createHttpClient(url).get(path);
    return [status, body];
  };

  it.each([
    ['production', { production: true }, false],
    ['METRICS_PORT', { metrics: { host: '127.0.0.1', port: 0 } }, true],
    ['both', { production: true, metrics: { host: '127.0.0.1', port: 0 } }, true],
    [
      'METRICS_PORT, without the API',
      { roles: new Set(['projections', 'jobs'] as const), metrics: { host: '127.0.0.1', port: 0 } },
      true,
    ],
  ])(
    'with %s is whether it is ready, and nothing else',
    { tags: ['asvs-13.4.5'] },
    async (_, changes, hasPort) => {
      const { postgres, url, metricsUrl } = await startBehindProxy(changes);
      expect(await get(url, '/healthz')).toEqual([200, { ok: true }]);
      await expect.poll(() => get(url, '/readyz')).toEqual([200, { ready: true }]);
      expect((await get(url, '/metrics'))[0]).toBe(404);
      await postgres.cut();
      await expect.poll(() => get(url, '/readyz')).toEqual([503, { ready: false }]);
      expect(metricsUrl !== undefined).toBe(hasPort);
      if (metricsUrl === undefined) return;
      expect(await get(metricsUrl, '/readyz')).toMatchObject([
        503,
        { ready: false, checks: { database: { ok: false } } },
      ]);
      expect(await get(metricsUrl, '/metrics')).toEqual([
        200,
        expect.stringContaining('nodejs_version_info'),
      ]);
      expect((await get(metricsUrl, '/api/is-logged-in'))[0]).toBe(404);
      await postgres.mend();
    },
  );

  it('has no echo of a TRACE', { tags: ['asvs-13.4.4'] }, async () => {
    const program = await startTestProgram();
    closers.push(program.stop);
    for (const path of ['/', '/api/login', '/healthz']) {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
      request(`${program.url}${path}`, { method: 'TRACE' }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .once('error', reject)
        .end();
      expect([404, 405]).toContain(await promise);
    }
  });
});
