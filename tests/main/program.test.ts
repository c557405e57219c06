import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemScheduler } from '#platform/clock.ts';
import { readyDashboard, recordSale } from '#tests/gateway/live-world.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

describe('the whole program', () => {
  let program: TestProgram;
  let company: SeededCompany;
  beforeAll(async () => {
    program = await startTestProgram();
    company = await program.seedCompany();
  });
  afterAll(() => program.stop());

  it('reports that it is alive and ready', async () => {
    const visitor = program.client();
    expect((await visitor.get('/healthz')).body).toEqual({ ok: true });
    const ready = await visitor.get('/readyz');
    expect(ready).toMatchObject({ status: 200, body: { ready: true } });
    expect(ready.body.checks.projections).toMatchObject({ ok: true, setAside: 0 });
    expect((await visitor.get('/metrics')).body).toContain('tallyboard_projection_lag_positions');
  });

  it('records a sale, and the seller reads it back at once', async () => {
    const [associate] = company.associates;
    const [campaign] = company.campaigns;
    const browser = await program.signIn(associate?.email ?? '');
    const sale = { name: 'Roof', campaignId: campaign?.campaignId ?? '', price: '1234.50', status: 'Closed' };
    expect((await browser.post('/api/sales/addsale', sale)).status).toBe(200);
    const { requestedData } = (await browser.get('/api/sales/getsales/all')).body;
    expect(requestedData).toMatchObject([{ sale_name: 'Roof', price: '$1234.50', commission: 123.45 }]);
  });
});

it('with a stream set aside is not ready, and its container is healthy, so that others start beside it', async () => {
  const program = await startTestProgram();
  onTestFinished(program.stop);
  await program.core.database.owner.query(
    `INSERT INTO read.set_aside (projection, position, stream, company_id, type, reason)
     VALUES ('sales-book', 1, 'sale-1', 'c', 'SaleRecorded', 'cannot be projected')`,
  );
  const { status, body } = await program.client().get('/readyz');
  expect([status, body.checks.projections.setAside]).toEqual([503, 1]);
  const env = { ...process.env, PORT: new URL(program.url).port };
  const healthOfContainer = execFile(process.execPath, ['infra/docker/healthcheck.main.ts'], { env });
  expect(await once(healthOfContainer, 'exit')).toEqual([0, null]);
});

describe('a program with a scheduler of its own', () => {
  it('waits by no other, from its start to its end', async () => {
    const scheduler = { ...systemScheduler };
    /** What this program begins: others that ran in this process may still be ending. */
    const ofThisProgram = new AsyncLocalStorage<true>();
    const uses: string[] = [];
    for (const [use, real] of Object.entries<(...given: never[]) => unknown>(scheduler)) {
      const noted = (...given: never[]) => {
        if (ofThisProgram.getStore()) uses.push(`${use}(${given})`);
        return real(...given);
      };
      Object.assign(systemScheduler, { [use]: noted });
    }
    onTestFinished(() => void Object.assign(systemScheduler, scheduler));
    await ofThisProgram.run(true, async () => {
      const program = await startTestProgram({ scheduler });
      const company = await program.seedCompany();
      const person = await program.signIn(company.associates[0]?.email ?? '');
      await readyDashboard(program, person);
      await recordSale(person, company);
      expect((await program.client().get('/readyz')).status).toBe(200);
      // What looks each second has looked.
      await scheduler.pause(1_100);
      await program.stop();
    });
    expect(uses).toEqual([]);
  });
});
