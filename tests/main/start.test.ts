import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { startProgramProcess, temporaryDataDir } from '#tests/support/servers/program-process.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Like the scripts in package.json: each start uses the compile cache of the first. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, '.cache/node') };
const { dataDir, remove } = temporaryDataDir();
afterAll(remove);

/** Runs a program to its end. */
function run(
  program: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: unknown; output: string }> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((done) => {
    const options = { cwd: ROOT, env: { PATH, HOME, ...COMPILED, DATA_DIR: dataDir, ...env } };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });
}

/** The start that is built for the tests; the two below are from the sources. */
function start(env: Record<string, string>, ...args: string[]) {
  const { path, env: built } = builtProgram('start');
  const { NODE_COMPILE_CACHE = '' } = built;
  return run(path, { NODE_COMPILE_CACHE, ...env }, ...args);
}

describe('a start that cannot succeed', () => {
  it.each([
    ['a wrong value', { PORT: 'http' }, /^PORT takes a whole number from 0 to 65535\n$/],
    ['sandbox payments in production', { NODE_ENV: 'production' }, /^STRIPE_SECRET_KEY takes [^\n]+\n$/],
    ['an address of another machine', { HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 [^\n]+\n$/],
  ])('for %s reports it in one line and exits with 1', async (_what, env, line) => {
    const { code, output } = await start(env, '--api-only');
    expect(output).toMatch(line);
    expect(code).toBe(1);
  });

  it('for a port in use reports it in one line and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const PORT = String((other.address() as { port: number }).port);
    const { code, output } = await start({ PORT }, '--api-only');
    other.close();
    expect(output).toMatch(new RegExp(`^PORT ${PORT} is taken by another program\\. [^\\n]+\\n$`));
    expect(code).toBe(1);
  });

  it('with an unknown option names it', async () => {
    expect(await start({}, '--emty')).toEqual({
      code: 1,
      output: '--emty is not an option; there is --empty, --api-only\n',
    });
  });
});

describe('the first start and the second', () => {
  it('load the demo company, and find it again', async () => {
    const first = await startProgramProcess(dataDir, ['--api-only']);
    const manager = await signIn(createHttpClient(first.url), 'manager@demo.test');
    const before = (await manager.get('/api/campaigns/getcampaigns/all')).body;
    expect(before.requestedData.length).toBeGreaterThan(2);
    // A day already sealed must include the whole demo, not only what was loaded when the job ran.
    for (const { count } of (await manager.get('/api/audit/proof/seals')).body.requestedData)
      expect(count).toBeGreaterThan(1000);
    expect(await first.stop()).toBe(0);

    const second = await startProgramProcess(dataDir, ['--api-only']);
    const again = await signIn(createHttpClient(second.url), 'associate8@demo.test');
    expect((await again.get('/api/campaigns/getcampaigns/all')).body).toEqual(before);
    // Next to the running program, on its database.
    const rebuilt = await run('services/main/rebuild.main.ts', {}, 'employee-days');
    expect(rebuilt).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Rebuilt employee-days from \d{3,} events/),
    });
    expect(await run('services/main/rebuild.main.ts', {}, 'nonsense')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is no read model 'nonsense'\. There are: [^\n]+\n$/m),
    });
    expect(await second.stop()).toBe(0);
  });
});
