import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Import, Preview } from '#contracts/endpoints/imports.endpoints.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import { createLog } from '#platform/log.ts';
import { type ImportsDeps, runImportsJob } from '#services/import/imports.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { upload } from './upload.ts';

describe('the import of a file of sales', () => {
  let program: TestProgram;
  beforeAll(async () => {
    // The jobs are run by the tests.
    program = await startTestProgram({ roles: new Set(['api', 'gateway', 'projections']) });
  });
  afterAll(() => program.stop());

  type World = { readonly company: SeededCompany; readonly owner: HttpClient };
  async function world(): Promise<World> {
    const company = await program.seedCompany({ associates: 2, campaigns: [{ name: 'Fibre' }] });
    return { company, owner: await program.signIn(company.owner.email) };
  }

  const send = (client: HttpClient, file: string | Uint8Array, type?: string) =>
    upload(program.url, client, file, type);

  /** Runs the job until no import is at work, as often as it takes. */
  async function work(deps: ImportsDeps = program.core.imports): Promise<void> {
    const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };
    while ((await deps.records.atWork()).length > 0) await runImportsJob(deps).handler({}, run);
    await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
  }

  async function imported(client: HttpClient, file: string): Promise<Import> {
    const { body } = await send(client, file);
    const { id } = (body as Preview).import;
    expect((await client.post(`/api/imports/${id}/start`)).status).toBe(200);
    await work();
    return newest(client);
  }
  const newest = async (client: HttpClient): Promise<Import> =>
    (await client.get('/api/imports')).body.requestedData[0];
  const salesOf = async ({ company, owner }: World, nth = 0) =>
    (await owner.get(`/api/sales/getsales/all?employeeId=${company.associates[nth]?.employeeId}`)).body
      .requestedData;

  const bookOf = ({ company }: World, rows: readonly string[]) =>
    ['Entry Date;Email;Product;Account;Amount;Notes', ...rows]
      .join('\n')
      .replaceAll('ONE', company.associates[0]?.email ?? '')
      .replaceAll('TWO', company.associates[1]?.email ?? '');

  it('shows what it will do, does it, and takes it back', async () => {
    const here = await world();
    const book = bookOf(here, [
      '31.03.2026;ONE;fibre;Acme;1.234,50;"first; call"',
      '02.04.2026;ONE;Fibre;;20;',
      '31.02.2026;ONE;Fibre;Acme;1,00;',
      '02.04.2026;nobody@else.test;Fibre;Acme;1,00;',
      '02.04.2026;TWO;Mobile;Acme;1,00;',
      '02.04.2026;TWO;Fibre;Acme;1,000.00;',
      '02.04.2026;TWO;Fibre',
    ]);
    const { status, body } = await send(here.owner, book);
    expect(status).toBe(200);
    const seen = body as Preview;
    expect(seen).toMatchObject({ good: 2, refusedCount: 5, import: { state: 'uploaded', total: 7 } });
    expect(seen.import.plan).toMatchObject({ dates: 'dd/mm/yyyy', decimals: ',' });
    const columns = { date: 0, employee: 1, campaign: 2, customer: 3, name: null };
    expect(seen.import.plan).toMatchObject({ columns });
    expect(seen.rows[0]).toMatchObject({ line: 2, date: '2026-03-31', price: '$1234.50', status: 'Closed' });
    expect(seen.refusals.map(({ lines, column }) => `${lines} ${column}`)).toEqual([
      ...['4 date', '5 employee', '6 campaign', '7 price', '8 '],
    ]);
    const refused = await here.owner.get(`/api/imports/${seen.import.id}/refused.csv`);
    expect(refused.body.trim().split('\r\n')).toHaveLength(6);
    expect(await salesOf(here)).toEqual([]);

    const done = await imported(here.owner, book);
    expect(done).toMatchObject({ state: 'done', read: 7, accepted: 2, known: 0, refused: 5 });
    const sales = await salesOf(here);
    expect(
      sales.map(({ entry_date, price, commission }: Record<string, unknown>) => [
        entry_date,
        price,
        commission,
      ]),
    ).toEqual([
      ['2026-04-02', '$20.00', 2],
      ['2026-03-31', '$1234.50', 123.45],
    ]);

    // The same rows again are there already; a sale that is edited stays.
    expect(await imported(here.owner, book)).toMatchObject({ accepted: 0, known: 2 });
    await here.owner.patch(`/api/sales/editsale/${sales[0].id}`, { status: 'Lead' });
    expect((await here.owner.post(`/api/imports/${done.id}/undo`)).status).toBe(200);
    await work();
    const { body: all } = await here.owner.get('/api/imports');
    const undone = all.requestedData.find(({ id }: Import) => id === done.id);
    expect(undone).toMatchObject({ state: 'undone', undone: 1, kept: [{ id: sales[0].id, name: 'Fibre' }] });
    expect((await salesOf(here)).map(({ id }: { id: string }) => id)).toEqual([sales[0].id]);

    // After the undo the file can come again.
    expect(await imported(here.owner, book)).toMatchObject({ accepted: 1, known: 1 });
    const events = (await program.core.store.readAll({ limit: 10_000 })).map(decodeEvent);
    const deleted = events.find(
      ({ type, metadata }) =>
        type === 'SaleDeleted' &&
        metadata.origin === 'import' &&
        metadata.companyId === here.company.companyId,
    );
    expect(deleted?.metadata.actorId).toBe(here.company.owner.employeeId);
  });

  it('names each reason of refused rows once, with the number of its rows and the first lines', async () => {
    const here = await world();
    const won = Array.from({ length: 3000 }, () => '2026-03-31;ONE;Fibre;5;Won');
    const rows = [...won.slice(1), '2026-03-31;ONE;Mobile;5;Lead', ...won.slice(0, 1)];
    const book = ['Date;Email;Product;Amount;Status', ...rows].join('\n');
    const { body } = await send(here.owner, book.replaceAll('ONE', here.company.associates[0]?.email ?? ''));
    expect(body).toMatchObject({ good: 0, refusedCount: 3001, refusalCount: 2 });
    expect(body.refusals).toEqual([
      { column: 'status', reason: expect.stringMatching(/^"Won"/), count: 3000, lines: [2, 3, 4, 5, 6] },
      { column: 'campaign', reason: 'there is no campaign "Mobile"', count: 1, lines: [3001] },
    ]);
  });

  it('goes on where a kill left it, and counts nothing twice', async () => {
    const here = await world();
    const rows = Array.from({ length: 900 }, (_, at) => `2026-03-02;ONE;Fibre;A${at % 300};${at % 300}.00;`);
    const { body } = await send(here.owner, bookOf(here, rows));
    await here.owner.post(`/api/imports/${body.import.id}/start`);
    const { records } = program.core.imports;
    let portions = 0;
    const dying: ImportsDeps = {
      ...program.core.imports,
      records: {
        ...records,
        // The sales of this portion are recorded, and the process ends before it counts them.
        count: async (...args) => {
          portions += 1;
          if (portions === 3) throw new Error('killed');
          return records.count(...args);
        },
      },
    };
    await expect(work(dying)).rejects.toThrow('1 imports stopped');
    expect(await newest(here.owner)).toMatchObject({ state: 'running', read: 400, accepted: 400 });
    const other = await send(here.owner, bookOf(here, ['2026-03-02;TWO;Fibre;B;1.00;']));
    const second = await here.owner.post(`/api/imports/${other.body.import.id}/start`);
    expect([second.status, second.body.error]).toEqual([409, 'otherImportRuns']);
    await Promise.all([work(), work()]);
    const { body: all } = await here.owner.get('/api/imports');
    const done = all.requestedData.find(({ id }: Import) => id === body.import.id);
    expect(done).toMatchObject({ state: 'done', read: 900, accepted: 900, known: 0, refused: 0 });
    expect(await salesOf(here)).toHaveLength(900);
    await here.owner.post(`/api/imports/${done.id}/undo`);
    await work();
    expect(await salesOf(here)).toEqual([]);
  });

  it('begins only with a row that is good, and is undone only when it is done', async () => {
    const here = await world();
    const { body } = await send(here.owner, bookOf(here, ['2026-03-02;nobody@x.test;Fibre;A;1;']));
    const { id } = body.import;
    const start = await here.owner.post(`/api/imports/${id}/start`);
    expect([start.status, start.body.error]).toEqual([400, 'emptyFile']);
    const undo = await here.owner.post(`/api/imports/${id}/undo`);
    expect([undo.status, undo.body.error]).toEqual([409, 'conflict']);
    const manager = await program.signIn(here.company.managers[0]?.email ?? '');
    expect((await send(manager, 'date\n1\n')).status).toBe(403);
  });
});
