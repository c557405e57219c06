import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { appendHistory } from '#tests/projections/projection-world.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { builtProgram, startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { sealedUpTo } from './sealing-world.ts';

const EVENTS = 2500;
const { dataDir, remove } = temporaryDataDir();
let program: ProgramProcess | undefined;
let email: string;

/** Events not sealed yet: no program runs. */
beforeAll(async () => {
  await withCore(dataDir, async (core) => {
    const company = await seedCompany(core, { associates: 1 });
    email = company.owner.email;
    const history = [...workingHistory({ events: EVENTS, companies: 2, employees: 6, days: 3 })];
    await appendHistory(core.store, history);
    expect(await createSealLinks(core.database.owner).progress()).toBe(-1);
  });
});
afterAll(async () => {
  await program?.stop();
  remove();
});

/** Without jobs: they would append further events, the last of which are not sealed yet. */
const start = () => startBuiltProgram(dataDir, undefined, { ROLES: 'api,gateway,projections' });

/** `npm run audit`. */
async function audit(...args: string[]): Promise<{ code: number; output: string }> {
  const { PATH, HOME } = process.env;
  const { path, env } = builtProgram('audit');
  const { NODE_COMPILE_CACHE } = env;
  const run = promisify(execFile)(process.execPath, [path, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
  });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

const progress = () => withCore(dataDir, ({ pool }) => createSealLinks(pool).progress());

it('seals each event once, killed in the middle or not, and the command line reports it', async () => {
  expect(await audit('verify')).toMatchObject({ code: 0, output: expect.stringMatching(/not sealed yet/) });

  let sealed = -1;
  for (let kills = 0; kills < 2; kills++) {
    program = await start();
    await withCore(dataDir, ({ pool }) => sealedUpTo(pool, Math.min(EVENTS, sealed + 1)));
    await program.kill(kills === 1 ? 'postgres' : undefined);
    sealed = await progress();
  }

  program = await start();
  const count = await withCore(dataDir, async ({ database: { owner: pool }, store }) => {
    await sealedUpTo(pool, await store.head());
    const { rows } = await pool.query<{ links: number; events: number }>(
      'SELECT (SELECT count(*) FROM seal_links) AS links, (SELECT count(*) FROM events) AS events',
    );
    return rows[0];
  });
  expect(count?.links).toBe(count?.events);
  const [whole, one, nobodys] = await Promise.all([
    audit('verify'),
    audit('verify', '--company', email),
    audit('verify', '--company', 'nobody@nowhere.test'),
  ]);
  expect(whole.output.trimEnd().split('\n')).toHaveLength(3);
  expect(whole).toMatchObject({ code: 0, output: expect.not.stringMatching(/NOT|not sealed/) });
  expect(one).toMatchObject({ code: 0, output: expect.stringContaining(`Company of ${email}: `) });
  expect(nobodys).toEqual({ code: 2, output: 'nobody has the email nobody@nowhere.test\n' });

  const position = await withCore(dataDir, async ({ database: { owner: pool } }) => {
    await pool.query('ALTER TABLE events DISABLE TRIGGER USER');
    const { rows } = await pool.query<{ position: number }>(`
      UPDATE events SET data = replace(data::text, 'Closed', 'closed')::json
       WHERE position = (SELECT min(position) FROM events WHERE type = 'SaleRecorded' AND data::text LIKE '%Closed%')
      RETURNING position`);
    return rows[0]?.position;
  });
  expect(await audit('verify')).toMatchObject({
    code: 1,
    output: expect.stringContaining(`at position ${position} was changed: it is not what was sealed.`),
  });
  expect(await program.stop()).toBe(0);
  const gone = await withCore(dataDir, async ({ database: { owner: pool } }) => {
    const { rows } = await pool.query<{ stream: string; revision: number }>(
      `DELETE FROM events WHERE position = $1 RETURNING stream, revision`,
      [position],
    );
    return `SaleRecorded, event ${rows[0]?.revision} of ${rows[0]?.stream}, at position ${position} was removed.`;
  });
  expect(await audit('verify')).toMatchObject({ code: 1, output: expect.stringContaining(gone) });
  expect(await audit('verfiy')).toMatchObject({
    code: 2,
    output: expect.stringContaining('Usage: npm run audit'),
  });
});
