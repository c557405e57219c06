import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

let program: TestProgram;
let company: SeededCompany;
beforeAll(async () => {
  program = await startTestProgram();
  company = await program.seedCompany();
});
afterAll(() => program.stop());

describe('the whole program', () => {
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
