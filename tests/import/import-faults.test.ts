import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Import, Preview } from '#contracts/endpoints/imports.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { createLog } from '#platform/log.ts';
import { type ImportsDeps, runImportsJob } from '#services/import/imports.ts';
import { MAX_WAIT_MS, WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { holdUp } from '#tests/support/servers/hold-up.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { signIn, startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

const HEADER = 'date,employee,campaign,customer,price';
const WISH = { associates: 2, campaigns: [{ name: 'Fibre' }] };

/** Rows of an associate, each for a customer of its own. */
function rowsOf({ associates }: SeededCompany, nth: number, count: number, word = 'A'): string[] {
  const email = associates[nth]?.email;
  return Array.from({ length: count }, (_, at) => `2026-03-02,${email},Fibre,${word}${at},${at}.00`);
}

async function upload(owner: HttpClient, rows: readonly string[]): Promise<string> {
  const { status, body } = await owner.post('/api/imports?name=book.csv', {
    text: [HEADER, ...rows].join('\n'),
  });
  expect(status).toBe(200);
  return (body as Preview).import.id;
}

const found = async (owner: HttpClient, id: string): Promise<Import> =>
  (await owner.get('/api/imports')).body.requestedData.find((each: Import) => each.id === id);
const refusedOf = async (owner: HttpClient, id: string): Promise<string[]> =>
  (await owner.get(`/api/imports/${id}/refused.csv`)).body.trim().split('\r\n').slice(1);

describe('a program that is killed in the middle of an import', () => {
  const database = databaseWorld();

  it('goes on at its next start, and has every good row once', { tags: ['decision-12.1'] }, async () => {
    const { dataDir, remove } = temporaryDataDir();
    const start = () => startBuiltProgram(dataDir, undefined, { DATABASE_URL: database.url });
    const company = await withCore(dataDir, (core) => seedCompany(core, WISH), { databaseUrl: database.url });
    const first = await start();
    const owner = await signIn(createHttpClient(first.url), company.owner.email);
    const good = rowsOf(company, 0, 450);
    const id = await upload(owner, [...good, '2026-03-02,nobody@else.test,Fibre,A,1']);
    // The first 200 rows are counted; the next 200 are recorded, and not counted.
    const write = { table: 'imports', event: 'UPDATE', condition: 'new.read = 400' } as const;
    const held = await holdUp(database.pool, write);
    expect((await owner.post(`/api/imports/${id}/start`)).status).toBe(200);
    await held.reached();
    await first.kill();
    await held.outlived();

    const second = await start();
    try {
      const again = await signIn(createHttpClient(second.url), company.owner.email);
      const state = async () => (await found(again, id)).state;
      await expect.poll(state, WAIT_OPTIONS).toBe('done');
      expect(await found(again, id)).toMatchObject({ read: 451, accepted: 450, known: 0, refused: 1 });
      expect(await refusedOf(again, id)).toEqual(['452,employee,"nobody is called ""nobody@else.test"""']);
      const { rows } = await database.pool.query<{ n: number; customers: number }>(
        `SELECT count(*) AS n, count(DISTINCT data->'sale'->>'customerNumber') AS customers FROM events
          WHERE type = 'SaleRecorded' AND metadata->>'origin' = 'import' AND metadata->>'companyId' = $1
            AND metadata->>'correlationId' = $2`,
        [company.companyId, id],
      );
      expect(rows).toEqual([{ n: 450, customers: 450 }]);
    } finally {
      await second.kill();
      remove();
    }
  });
});

describe('an import beside other work', () => {
  let program: TestProgram;
  let company: SeededCompany;
  let owner: HttpClient;
  beforeEach(async () => {
    company = await program.seedCompany(WISH);
    owner = await program.signIn(company.owner.email);
  });
  beforeAll(async () => {
    // The jobs are run by the tests.
    program = await startTestProgram({ roles: new Set(['api', 'gateway', 'projections']) });
  });
  afterAll(() => program.stop());

  async function work(deps: ImportsDeps = program.core.imports): Promise<void> {
    const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };
    while ((await deps.records.atWork()).length > 0) await runImportsJob(deps).handler({}, run);
    await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
  }
  const post = async (id: string, step: 'start' | 'undo') =>
    (await owner.post(`/api/imports/${id}/${step}`)).status;
  const salesOf = async (employeeId = '') =>
    (await owner.get(`/api/sales/getsales/all?employeeId=${employeeId}`)).body.requestedData;

  it('begins once, however often it is asked, and not beside the undo of another one', async () => {
    const before = await upload(owner, rowsOf(company, 0, 1, 'before'));
    expect(await Promise.all([post(before, 'start'), post(before, 'start')])).toEqual([200, 200]);
    await work();
    const next = await upload(owner, rowsOf(company, 0, 1, 'next'));
    const [undo, start] = await Promise.all([post(before, 'undo'), post(next, 'start')]);
    expect([undo, start].toSorted((a, b) => a - b)).toEqual([200, 409]);
    await work();
    expect(await salesOf(company.associates[0]?.employeeId)).toHaveLength(start === 200 ? 2 : 0);
  });

  it('is undone without a loss of an edit at the same moment', async () => {
    const id = await upload(owner, rowsOf(company, 1, 20, 'edit'));
    await post(id, 'start');
    await work();
    const sales: { id: string }[] = await salesOf(company.associates[1]?.employeeId);
    expect(sales).toHaveLength(20);
    await post(id, 'undo');
    const [edits] = await Promise.all([
      Promise.all(
        sales.map(async (sale) => ({
          id: sale.id,
          status: (await owner.patch(`/api/sales/editsale/${sale.id}`, { details: 'mine' })).status,
        })),
      ),
      work(),
    ]);
    const edited = edits.filter(({ status }) => status === 200).map((edit) => edit.id);
    const left: { id: string; details: string }[] = await salesOf(company.associates[1]?.employeeId);
    expect(new Set(left.map((sale) => sale.id))).toEqual(new Set(edited));
    const { undone, kept } = await found(owner, id);
    expect([undone, new Set(kept.map((each) => each.id))]).toEqual([20 - edited.length, new Set(edited)]);
  });

  it('names the reasons of rows that are refused while it runs', async () => {
    const leaving = company.associates[1];
    const id = await upload(owner, [...rowsOf(company, 0, 200, 'run'), ...rowsOf(company, 1, 1, 'run')]);
    await post(id, 'start');
    const { records } = program.core.imports;
    await work({
      ...program.core.imports,
      records: {
        ...records,
        // The person of the last row leaves after the first portion.
        count: async (...args) => {
          await owner.delete(`/api/employees/delete/${leaving?.employeeId}`);
          return records.count(...args);
        },
      },
    });
    expect(await found(owner, id)).toMatchObject({ state: 'done', accepted: 200, refused: 1 });
    expect(await refusedOf(owner, id)).toEqual([`202,,${messages.noSuchEmployee}`]);
  });

  it('does not wait for one of another company that fails', async () => {
    const failing = await upload(owner, rowsOf(company, 0, 1));
    await post(failing, 'start');
    const others = await program.seedCompany(WISH);
    const other = await program.signIn(others.owner.email);
    const id = await upload(other, rowsOf(others, 0, 1));
    await other.post(`/api/imports/${id}/start`);
    const { imports } = program.core;
    const { records } = imports;
    const fileOf = async (record: { companyId: string; id: string }) => {
      if (record.id === failing) throw new Error('unreadable');
      return records.fileOf(record);
    };
    const broken = { ...imports, records: { ...records, fileOf } };
    const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };
    await expect(runImportsJob(broken).handler({}, run)).rejects.toThrow('1 imports stopped');
    expect([await found(owner, failing), await found(other, id)]).toMatchObject([
      { state: 'running' },
      { state: 'done' },
    ]);
    await work();
    expect(await found(owner, failing)).toMatchObject({ state: 'done', accepted: 1 });
  });

  it('is not there for the super employee of another company', async () => {
    const id = await upload(owner, rowsOf(company, 0, 1, 'secret'));
    const other = await program.signIn((await program.seedCompany(WISH)).owner.email);
    expect((await other.get('/api/imports')).body.requestedData).toEqual([]);
    const replies = await Promise.all([
      other.get(`/api/imports/${id}/refused.csv`),
      other.post(`/api/imports/${id}/preview`, { plan: '{}' }),
      ...['start', 'undo'].map((step) => other.post(`/api/imports/${id}/${step}`)),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
