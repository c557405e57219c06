import { expect } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { TestProgram } from '#tests/support/servers/test-program.ts';

export type Claimants = Awaited<ReturnType<typeof claimants>>;

/** A company that pays weekly. Its first associate has sold a boat of $500 today, and so is due $50. */
export async function claimants(program: TestProgram, { managers = 1 } = {}) {
  const company = await program.seedCompany({ managers, associates: 2 });
  const { companyId } = company;
  const [owner, manager, associate, colleague] = await Promise.all([
    program.signIn(company.owner.email),
    company.managers[0] ? program.signIn(company.managers[0].email) : null,
    program.signIn(company.associates[0]?.email ?? ''),
    program.signIn(company.associates[1]?.email ?? ''),
  ]);
  const now = program.core.clock.now().toISOString();
  const today = localDate(now, DAYTIME_ZONE);
  const employeeId = company.associates[0]?.employeeId ?? '';
  const schedule = { rhythm: 'weekly', firstDay: daysBefore(today, 7), timeZone: DAYTIME_ZONE };
  expect((await owner.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);

  /** Sold by the associate, and recorded by a manager. */
  async function sold(price: string): Promise<string> {
    const sale = { name: 'Boat', price, status: 'Closed', employeeId, entryDate: today };
    const where = { campaignId: company.campaigns[0]?.campaignId ?? '', actorIsManager: true };
    const { saleId } = await done(
      program.core.commands.sales.recordSale(contextOf(companyId, { now }), { ...sale, ...where }),
    );
    await allRead();
    return saleId;
  }

  async function allRead(): Promise<void> {
    expect(await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS)).toBe(true);
  }

  /** The claims that a person sees, after everything that others did. */
  async function claims(of: HttpClient, query = '') {
    await allRead();
    return (await of.get(`/api/pay/claims${query}`)).body;
  }

  async function mails(): Promise<string[]> {
    const { rows } = await program.core.database.owner.query<{ subject: string; to: string }>(
      `SELECT content->>'subject' AS subject, content->'to'->>'address' AS to FROM mail_outbox
        WHERE company_id = $1 AND id LIKE 'claim of %' ORDER BY posted_at, id`,
      [companyId],
    );
    return rows.map(({ subject, to }) => `${subject} → ${to}`);
  }

  const saleId = await sold('500');
  return {
    ...{ company, owner, manager: manager ?? owner, associate, colleague, employeeId, today, saleId },
    ...{ sold, allRead, claims, mails },
    /** The associate claims that the boat is wrong; its id. */
    async claimed(text = 'It was $600'): Promise<string> {
      const answer = await associate.post('/api/pay/claims', { kind: 'line', saleId, text });
      expect(answer).toMatchObject({ status: 200, body: { message: 'Claim sent' } });
      return answer.body.id;
    },
  };
}
