import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import type { Core } from '#services/main/wiring.ts';
import { dumpReadModels } from '#tests/projections/projection-world.ts';
import { builtProgram, startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { answered } from './answered.ts';
import { type CopiedPostgres, startCopiedPostgres } from './copied-postgres.ts';

/** From the moment at which the other log can be reached. */
const NOTICED_MS = 5000;
const ONE_LINE =
  /^The event log is another one: [^\n]+\. This process ends; the next one reads that log\.\n$/;

/** The roles of each process; the first makes the tables, and the last takes requests. */
const PROCESSES = {
  'one process': ['api,gateway,projections,jobs'],
  'a process for each role': ['projections', 'gateway', 'jobs', 'api'],
} as const;

const { dataDir, remove } = temporaryDataDir();
let postgres: CopiedPostgres;
/** Where the programs reach it. */
let entrance: Awaited<ReturnType<typeof startTcpProxy>>;
let target: URL;
let company: SeededCompany;
let programs: ProgramProcess[] = [];

const onCore = <Value>(work: (core: Core) => Promise<Value>) =>
  withCore(dataDir, work, { databaseUrl: entrance.url });

beforeEach(async () => {
  postgres = await startCopiedPostgres();
  target = new URL(postgres.url);
  entrance = await startTcpProxy(target);
  company = await onCore((core) => seedCompany(core, { associates: 1 }));
});
afterEach(async () => {
  await Promise.all(programs.map((program) => program.kill()));
  programs = [];
  await entrance.close();
  await postgres.remove();
  remove();
});

async function startPrograms(each: readonly string[]): Promise<void> {
  const start = (roles: string) =>
    startBuiltProgram(dataDir, undefined, { DATABASE_URL: entrance.url, ROLES: roles });
  const [first = '', ...others] = each;
  programs = [await start(first)];
  programs.push(...(await Promise.all(others.map(start))));
}

const urlOfApi = () => programs.at(-1)?.url ?? '';
const signedIn = (browser?: HttpClient) => {
  const client = createHttpClient(urlOfApi());
  for (const [name, value] of browser?.cookies ?? []) client.cookies.set(name, value);
  return client;
};

const sell = (browser: HttpClient, customerNumber: string) =>
  browser.post('/api/sales/addsale', {
    ...{ name: 'Roof', campaignId: company.campaigns[0]?.campaignId ?? '', price: 100 },
    ...{ status: 'Closed', customerNumber },
  });

async function sales(browser: HttpClient): Promise<string[]> {
  const { body } = await browser.get('/api/sales/getsales/all');
  return body.requestedData.map((sale: { customer_number: string }) => sale.customer_number).sort();
}

/** Records sales and sees them; waits for a Postgres that has just started. */
async function record(browser: HttpClient, names: readonly string[]): Promise<void> {
  for (const name of names)
    await expect.poll(async () => (await answered(sell(browser, name)))?.status).toBe(200);
  await expect.poll(() => sales(browser)).toEqual(expect.arrayContaining([...names]));
}

/** Each process has looked at the log as it is now. */
async function allHaveLooked(): Promise<void> {
  const [{ now = '' } = {}] = await postgres.ask<{ now: string }>('SELECT now()::text AS now');
  const looks = `SELECT FROM pg_stat_activity WHERE query LIKE '%pg_control_system%' AND query_start > '${now}'
    AND pid <> pg_backend_pid() AND application_name = 'tallyboard'`;
  const looked = async () => (await postgres.ask(looks)).length;
  await expect.poll(looked, { message: 'processes that have looked' }).toBe(programs.length);
}

const named = (what: string, count: number) => Array.from({ length: count }, (_, at) => `${what}${at}`);

/** Records one sale after the other until the program is gone; returns those that it acknowledged. */
async function workUntilItEnds(browser: HttpClient, known: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let isGone = false;
  programs.at(-1)?.ended.then(() => {
    isGone = true;
  });
  for (let turn = 0; !isGone; turn++) {
    const name = `meanwhile${known + turn}`;
    if (await answered(sell(browser, name))) acknowledged.push(name);
  }
  return acknowledged;
}

async function expectAllToEnd(since: number): Promise<void> {
  const ends = await Promise.all(
    programs.map(async ({ ended }) => ({ ...(await ended), ms: performance.now() - since })),
  );
  for (const { code, stderr, ms } of ends) {
    expect(stderr).toMatch(ONE_LINE);
    expect(code).toBe(1);
    expect(ms).toBeLessThan(NOTICED_MS);
  }
}

/** What the read models have is what the log says, and every event is as it was sealed. */
async function expectReadModelsOfThisLog(): Promise<void> {
  await onCore(async ({ database: { owner: pool }, store }) => {
    const lived = await dumpReadModels(pool);
    expect(await rebuild({ pool, store, projections: allProjections })).toMatchObject({ ok: true });
    expect(await dumpReadModels(pool)).toEqual(lived);
  });
  const { path, env } = builtProgram('audit');
  const { stdout } = await promisify(execFile)(process.execPath, [path, 'verify'], {
    env: { ...env, DATABASE_URL: entrance.url, DATA_DIR: dataDir },
  });
  expect(stdout).toMatch(/^Company \S+: \d+ events as sealed[^\n]*\n$/);
}

type Change = (lose: () => Promise<void>) => Promise<void>;

/**
 * Another log takes the place of the one that the programs know. Before that, Postgres restarts with the log that they
 * know, and they go on.
 */
const anOlderCopyIsPutBack: Change = async (lose) => {
  await postgres.keepCopy();
  await lose();
  await postgres.putCopyBack();
};

const aStandbyWithoutTheEndIsPromoted: Change = async (lose) => {
  const standby = await postgres.startStandby();
  await standby.caughtUp();
  await standby.cutOff();
  await lose();
  await postgres.stop();
  await standby.promote();
  target.port = new URL(standby.url).port;
};

type People = { readonly owner: HttpClient; readonly seller: HttpClient };

/** Makes the change; the programs end. Returns the sales that they acknowledged until then, without the lost ones. */
async function expectToEndAt(change: Change, { owner, seller }: People): Promise<string[]> {
  const known = await sales(seller);
  await change(async () => {
    for (const name of named('Lost goal ', 3)) {
      const goal = { name, hourlySales: 2, entryDate: '2026-11-20' };
      await expect
        .poll(async () => (await answered(owner.post('/api/goals/addgoal', goal)))?.status)
        .toBe(200);
    }
    await record(seller, named('lost', 5));
    expect(await sales(seller)).toEqual([...known, ...named('lost', 5)].sort());
    await allHaveLooked();
  });
  const since = performance.now();
  const meanwhile = await workUntilItEnds(seller, known.length);
  await expectAllToEnd(since);
  return [...known, ...meanwhile];
}

/** The programs that were started on the other log know these sales, and no goal that was lost. */
async function expectToGoOn({ owner, seller }: People, known: readonly string[]): Promise<void> {
  const more = named(`after${known.length}-`, 8);
  await record(seller, more);
  expect(await sales(seller)).toEqual([...known, ...more].sort());
  const goals = (await owner.get('/api/goals/getgoals/all')).body;
  expect(JSON.stringify(goals)).toMatch(/^(?!.*Lost goal).*requestedData/);
  const { commission } = (await seller.get(`/api/sales/get-commission/${company.associates[0]?.employeeId}`))
    .body;
  // A tenth of every price.
  expect(commission).toBe((known.length + more.length) * 10);
  await expectReadModelsOfThisLog();
}

const CHANGES = { 'an older copy': anOlderCopyIsPutBack, 'a standby': aStandbyWithoutTheEndIsPromoted };

describe.each(Object.entries(PROCESSES))('%s', (_, roles) => {
  it.each(Object.entries(CHANGES))(
    'goes on after a plain restart of Postgres, and ends when %s takes its place',
    async (_what, change) => {
      await startPrograms(roles);
      const owner = await signIn(signedIn(), company.owner.email);
      const seller = await signIn(signedIn(), company.associates[0]?.email ?? '');
      await record(seller, named('before', 2));
      const known = await expectToEndAt(change, { owner, seller });
      await startPrograms(roles);
      await expectToGoOn({ owner: signedIn(owner), seller: signedIn(seller) }, known);
      for (const program of programs) expect(await program.stop()).toBe(0);
    },
  );
});
