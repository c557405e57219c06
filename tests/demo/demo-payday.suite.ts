import { expect, it } from 'vitest';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { createLog } from '#platform/log.ts';
import { mailClaimsJob } from '#services/claims/claims.job.ts';
import { mailPaydayJob } from '#services/pay/payday.job.ts';
import { auditStatementsOf } from '#tests/pay/statements-audit.ts';
import type { TestProgram } from '#tests/support/servers/test-program.ts';

/** The present week began on Monday, 16 November 2026. */
const FIRST_PAID = '2026-10-26';
const LAST_PAID = '2026-11-02';
const IN_REVIEW = '2026-11-09';

type Line = { kind: string; id: string; name: string; amount: number; due: number | null };
type Person = {
  employee_id: string;
  state: string;
  lines: number;
  payable: number;
  is_own: boolean;
  approved_by: string | null;
};

/** The demo company has two paid weeks, one in review and the open one. */
export function payIsInOrder(world: { program: () => TestProgram }): void {
  it('has statements that are imported, paid, in review and open', async () => {
    const client = await world.program().signIn('associate1@demo.test');
    const { body } = await client.get('/api/pay/statements');
    expect(body.requestedData).toMatchObject([
      { from: '2026-11-16', to: '2026-11-22', state: 'open' },
      { from: IN_REVIEW, state: 'in review' },
      { from: LAST_PAID, state: 'paid' },
      { from: FIRST_PAID, state: 'paid' },
      { from: '2026-10-19', state: 'imported' },
    ]);
    for (const { from, earned, payable } of body.requestedData) {
      expect(earned, from).toBeGreaterThan(0);
      expect(payable, from).toBeGreaterThan(0);
    }
  });

  it('has a bonus on a paid statement, and on the next an adjustment of a sale that was paid before', async () => {
    const client = await world.program().signIn('associate1@demo.test');
    const linesOf = async (from: string, kind: string): Promise<Line[]> => {
      const { body } = await client.get(`/api/pay/statements/${from}`);
      return body.requestedData[0].lines.filter((line: Line) => line.kind === kind);
    };
    expect(await linesOf(LAST_PAID, 'bonus')).toMatchObject([
      { name: 'Best seller of the week', amount: 100 },
    ]);
    const [adjustment, ...others] = await linesOf(IN_REVIEW, 'adjustment');
    expect(others).toEqual([]);
    expect(adjustment?.amount).toBeLessThan(-5);
    expect(adjustment?.amount).toBeGreaterThan(-50);
    const paid = (await linesOf(FIRST_PAID, 'earned')).find(({ id }) => id === adjustment?.id);
    expect((paid?.amount ?? 0) + (adjustment?.amount ?? 0)).toBeCloseTo(adjustment?.due ?? 0, 2);
  });

  it('has a payroll in review, and paid ones that others approved', async () => {
    const client = await world.program().signIn('owner@demo.test');
    const payrollOf = async (from: string): Promise<Person[]> => {
      const reply = await client.get(`/api/pay/payroll/${from}`);
      expect(reply.status).toBe(200);
      return reply.body.requestedData.filter(({ lines }: Person) => lines > 0);
    };
    const inReview = await payrollOf(IN_REVIEW);
    expect(inReview.length).toBeGreaterThanOrEqual(8);
    for (const person of inReview) expect(person).toMatchObject({ state: 'in review', approved_by: null });
    for (const from of [FIRST_PAID, LAST_PAID]) {
      const paid = await payrollOf(from);
      expect(paid.length).toBeGreaterThanOrEqual(8);
      for (const person of paid) {
        expect(person).toMatchObject({ state: 'paid', is_own: false, approved_by: expect.any(String) });
        expect(person.approved_by).not.toBe(person.employee_id);
      }
    }
  });

  it('has a claim about the week in review that waits for an answer', async () => {
    const client = await world.program().signIn('manager@demo.test');
    const { body } = await client.get('/api/pay/claims');
    expect(body).toMatchObject({ open: 1, requestedData: [{ kind: 'missing sale', period: IN_REVIEW }] });
  });

  it('has locked statements that are as their events say', async () => {
    const { code, said } = await auditStatementsOf(world.program().core, 'owner@demo.test');
    expect(said).toEqual([
      expect.stringMatching(/: 0 of [1-9]\d{2,} amounts changed in [1-9]\d+ locked statements$/),
    ]);
    expect(code).toBe(0);
  });

  it('mails nothing about pay: its people have no mailbox', async () => {
    const { core } = world.program();
    const deps = {
      ...core,
      ...core.accounts,
      outbox: core.mail.outbox,
      publicUrl: () => 'https://tally.test',
    };
    const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };
    const [claim] = await core.queries.claimsOf(DEMO_COMPANY_ID, null);
    // The week in review has just ended; the claim was just made.
    const monday = { now: () => new Date('2026-11-17T15:00:00Z') };
    const claimed = { now: () => new Date(claim?.opened_at ?? '') };
    await mailPaydayJob({ ...deps, clock: monday }).handler({}, run);
    await mailClaimsJob({ ...deps, clock: claimed }).handler({}, run);
    const mails = 'SELECT FROM mail_outbox WHERE company_id = $1';
    expect((await core.database.owner.query(mails, [DEMO_COMPANY_ID])).rowCount).toBe(0);
  });
}
