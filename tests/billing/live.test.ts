import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDashboard } from '#tests/gateway/dashboard.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { GOOD_CARD } from './billing-world.ts';

let program: TestProgram;
let company: SeededCompany;
let owner: HttpClient;
let associate: HttpClient;

beforeAll(async () => {
  program = await startTestProgram();
  company = await program.seedCompany({ associates: 1 });
  owner = await program.signIn(company.owner.email);
  associate = await program.signIn(company.associates[0]?.email ?? '');
});
afterAll(() => program.stop());

const soon = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, WAIT_OPTIONS);

async function dashboardOpens() {
  const dashboard = openDashboard(program.url, associate.cookieHeader());
  await soon(() => expect(dashboard.board()).not.toBeNull());
  return dashboard;
}

const mailsTo = async ({ companyId }: SeededCompany): Promise<string[]> => {
  const { rows } = await program.core.database.owner.query<{ id: string }>(
    `SELECT id FROM mail_outbox WHERE company_id = $1 AND state = 'sent' ORDER BY posted_at, id`,
    [companyId],
  );
  return rows.map(({ id }) => id);
};

describe('a company with open screens', () => {
  it('sees at once that its subscription ended, and that it runs again', async () => {
    const dashboard = await dashboardOpens();
    expect((await owner.delete('/api/companies/cancel-subscription')).status).toBe(200);
    await soon(() => expect(dashboard.socket.connected).toBe(false));
    await soon(async () => expect((await associate.get('/api/sales/getsales/all')).status).toBe(402));
    dashboard.close();

    const card = { paymentMethodId: GOOD_CARD };
    expect((await owner.post('/api/companies/save-subscription', card)).status).toBe(200);
    await soon(async () => expect((await associate.get('/api/sales/getsales/all')).status).toBe(200));
    (await dashboardOpens()).close();
    await soon(async () => {
      const ids = await mailsTo(company);
      // Invitations come from the test before it, if that ran first.
      const others = ids.filter((id) => !/^(receipt|email link)/.test(id));
      expect(others).toEqual([`canceled sub_${company.companyId}`]);
      expect(ids.filter((id) => id.startsWith('receipt in_'))).toContain(
        `receipt in_sub_${company.companyId}`,
      );
    });
  });

  it('has its seats updated soon after employees are added and deleted', {
    tags: ['spec-7.49', 'decision-5.2'],
  }, async () => {
    const { campaigns, companyId } = company;
    const person = (email: string) => ({
      ...{ firstName: 'New', lastName: 'Person', username: email, password: 'aB3dE5gH7j' },
      ...{ employeeRole: 'sales associate', employeeNumber: '9', campaignId: campaigns[0]?.campaignId ?? '' },
    });
    for (const name of ['one', 'two', 'three']) {
      const added = await owner.post(
        '/api/employees/addemployee',
        person(`${name}.${companyId}@example.test`),
      );
      expect(added.status).toBe(200);
    }
    await soon(async () => {
      const { rows } = await program.core.database.owner.query(
        `SELECT seats FROM sandbox.subscriptions WHERE company_id = $1 AND status = 'active'`,
        [companyId],
      );
      expect(rows).toEqual([{ seats: 6 }]);
    });
    await soon(async () => {
      const { requestedData } = (await owner.get('/api/companies/get-company')).body;
      expect(requestedData).toMatchObject([{ employee_count: 6, monthly_charge: 210 }]);
    });
  });
});
