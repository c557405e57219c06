import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createPool } from '#platform/database.ts';
import { allProjections } from '#projections/all.projections.ts';
import type { ReadModel } from '#projections/runner/read-model.ts';
import { defineTable, type Table } from '#projections/runner/table.ts';
import { dashboardOf, eventually, recordSale } from '#tests/gateway/live-world.ts';
import { type ProjectionWorld, startProjections } from '#tests/projections/projection-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient, HttpReply } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

let program: TestProgram;
let company: SeededCompany;
let person: HttpClient;

beforeAll(async () => {
  program = await startTestProgram();
  company = await program.seedCompany();
});
afterAll(() => program.stop());
beforeEach(async () => {
  await expect.poll(readiness, { timeout: MAX_WAIT_MS }).toMatchObject({ status: 200 });
  person = await program.signIn(company.associates[0]?.email ?? '');
});

async function readiness() {
  const { status, body } = await program.client().get('/readyz');
  return { status, said: body.checks.projections.error as string | undefined };
}

/** The next version of these read models: their tables have one column besides the company. */
function withOtherColumns(...names: readonly string[]): readonly ReadModel[] {
  const others = (tables: ReadModel['tables']) =>
    Object.entries(tables).map(([key, { name }]): [string, Table] => [
      key,
      defineTable({ name, columns: { company_id: 'text', other: 'text' }, key: ['company_id', 'other'] }),
    ]);
  return allProjections.map((model) =>
    names.includes(model.name)
      ? { ...model, version: model.version + 1, tables: Object.fromEntries(others(model.tables)), on: {} }
      : model,
  );
}

/** Projects in the next version, from when its tables are in place. */
async function nextVersion(...names: readonly string[]): Promise<ProjectionWorld> {
  const pool = createPool(program.databaseUrl);
  const next = await startProjections(pool, withOtherColumns(...names), undefined, { shortLog: 0 });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= next.stop().then(() => pool.end());
    return stopped;
  };
  onTestFinished(stop);
  return { ...next, stop };
}

const commissionOf = (id: string) => `/api/sales/get-commission/${id}`;
const reads = () => [
  commissionOf(company.associates[0]?.employeeId ?? ''),
  '/api/sales/getsales/all',
  '/api/jobaids/getjobaids',
];

/** Asks until every one of these reads is refused; returns the answers that are neither. */
async function refusedOnes(...paths: readonly string[]): Promise<HttpReply[]> {
  const wrong: HttpReply[] = [];
  const isRefused = async (path: string) => {
    const reply = await person.get(path);
    const isUnavailable = reply.status === 503 && reply.headers.has('retry-after');
    if (reply.status !== 200 && !isUnavailable) wrong.push(reply);
    return isUnavailable;
  };
  const areRefused = async () => (await Promise.all(paths.map(isRefused))).every(Boolean);
  await expect.poll(areRefused, { timeout: MAX_WAIT_MS, interval: 5 }).toBe(true);
  return wrong;
}

it('a process whose read model was replaced by another version refuses its reads, says so, and recovers', {
  tags: ['reliability-48', 'reliability-53'],
}, async () => {
  await recordSale(person, company);
  const [commission = '', , jobAids = ''] = reads();
  const answersNow = () => Promise.all(reads().map(async (path) => (await person.get(path)).body));
  const before = await answersNow();
  const next = await nextVersion('employee-days');
  const answers = await refusedOnes(commission);
  expect(answers.map(({ status, body }) => [status, body])).toEqual([]);
  const said = 'replaced by a newer version of this program: employee-days';
  expect(await readiness()).toEqual({ status: 503, said });
  expect((await person.get(jobAids)).status).toBe(200);

  await next.stop();
  await expect.poll(readiness, { timeout: MAX_WAIT_MS }).toMatchObject({ status: 200 });
  expect(await answersNow()).toEqual(before);
});

it('who may do what is not read from tables of another version, either', async () => {
  await nextVersion(...allProjections.map(({ name }) => name));
  const answers = await refusedOnes(...reads());
  expect(answers.map(({ status, body }) => [status, body])).toEqual([]);
});

it('dashboards leave a process whose read models were replaced, and come back with them', async () => {
  const dashboard = dashboardOf(program, person, true);
  await eventually(() => expect(dashboard.board()).not.toBeNull());
  const refusals: string[] = [];
  dashboard.socket.on('connect_error', ({ message }) => refusals.push(message));
  const next = await nextVersion('employee-days');
  await eventually(() => expect(refusals).toContain('unavailable'));
  expect(dashboard.socket.connected).toBe(false);
  await next.stop();
  await eventually(() => expect(dashboard.socket.connected).toBe(true));
  await expect.poll(readiness, { timeout: MAX_WAIT_MS }).toMatchObject({ status: 200 });
  await recordSale(person, company, { price: '700' });
  const id = company.associates[0]?.employeeId ?? '';
  const { commission } = (await person.get(commissionOf(id))).body;
  await eventually(() => expect(dashboard.board()?.rows.get(id)?.commission).toBe(commission));
});
