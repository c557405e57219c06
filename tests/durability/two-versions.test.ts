import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type ProgramProcess,
  startProgramProcess,
  temporaryDataDir,
  withCore,
} from '#tests/support/servers/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The last one before shards, leases and versions of events that processes agree on. */
const FORMER = 'b6904bf9';
/** More on request: `TWO_VERSIONS_SECONDS=600`. */
const SECONDS = Number(process.env.TWO_VERSIONS_SECONDS ?? 6);

const isThere = (() => {
  try {
    execFileSync('git', ['cat-file', '-e', `${FORMER}^{tree}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    console.log(`skipped: the version before this one, ${FORMER}, is not in this clone's history`);
    return false;
  }
})();

const running: ProgramProcess[] = [];
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  await Promise.all(running.map((program) => program.kill()));
  for (const close of closing.reverse()) await close();
});

/** The sources of the former version, from the history. */
function formerSources(): string {
  const { path, remove } = serverFolder();
  closing.push(remove);
  const archive = execFileSync(
    'git',
    ['archive', FORMER, 'package.json', 'services', 'projections', 'infra'],
    {
      cwd: ROOT,
      maxBuffer: 1 << 28,
    },
  );
  execFileSync('tar', ['-x', '-C', path], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  return path;
}

/** Sells, and reads what is earned after each sale, until told to end. */
async function sell(client: HttpClient, company: SeededCompany, over: AbortSignal) {
  const [associate] = company.associates;
  const form = {
    name: 'Roof',
    campaignId: company.campaigns[0]?.campaignId ?? '',
    price: 100,
    status: 'Closed',
  };
  let sales = 0;
  const failed: string[] = [];
  while (!over.aborted) {
    const sold = await client.post('/api/sales/addsale', form);
    if (sold.status === 200) sales += 1;
    const read = await client.get(`/api/sales/get-commission/${associate?.employeeId}`);
    for (const { status, body } of [sold, read])
      if (status !== 200) failed.push(`${status} ${JSON.stringify(body)}`);
    // On a busy machine the change of the projecting process may take longer than a read waits, which then says so.
    const isFresh = !read.headers.has('x-tallyboard-stale');
    if (isFresh && read.body.commission < sales * 10)
      failed.push(`${read.body.commission} after ${sales} sales`);
  }
  return { sales, failed };
}

it.runIf(isThere)(
  `the former version and this one serve together for ${SECONDS} s, with equal figures and no error`,
  {
    timeout: 120_000 + SECONDS * 1000,
  },
  async () => {
    const sources = formerSources();
    const { dataDir, remove } = temporaryDataDir();
    const database = await createTestDatabase({ template: 'template0' });
    closing.push(remove, () => database.drop());
    const settings = { DATABASE_URL: database.url };

    async function start(version: 'former' | 'new', role: string): Promise<ProgramProcess> {
      const environment = { ...settings, ROLES: role };
      const program =
        version === 'former'
          ? await startProgramProcess(dataDir, [], environment, join(sources, 'services/main/start.main.ts'))
          : await startBuiltProgram(dataDir, [], environment);
      running.push(program);
      return program;
    }
    const formerProjections = await start('former', 'projections');
    const formerApi = await start('former', 'api');
    // Migrates what the former version works with.
    const company = await withCore(dataDir, (core) => seedCompany(core), { databaseUrl: database.url });
    await start('new', 'projections');
    const newApi = await start('new', 'api');

    const [associate] = company.associates;
    const signedIn = ({ url }: ProgramProcess) => signIn(createHttpClient(url), associate?.email ?? '');
    const clients = await Promise.all([formerApi, newApi, formerApi, newApi].map(signedIn));
    const over = new AbortController();
    const selling = clients.map((client) => sell(client, company, over.signal));
    await pause((SECONDS * 1000) / 2);
    process.kill(formerProjections.pid, 'SIGTERM');
    expect(await formerProjections.ended).toMatchObject({ code: 0 });
    running.splice(running.indexOf(formerProjections), 1);
    await pause((SECONDS * 1000) / 2);
    over.abort();
    const done = await Promise.all(selling);
    expect(done.flatMap(({ failed }) => failed)).toEqual([]);
    const sales = done.reduce((sum, { sales }) => sum + sales, 0);
    expect(sales).toBeGreaterThan(SECONDS);
    const earned = async (client: HttpClient) =>
      (await client.get(`/api/sales/get-commission/${associate?.employeeId}`)).body.commission;
    for (const client of clients) await expect.poll(() => earned(client)).toBe(sales * 10);
    console.log(`two versions beside ${sales} sales`);
  },
);
