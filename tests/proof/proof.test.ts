import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Verification } from '#contracts/endpoints/proof.endpoints.ts';
import { findingText } from '#contracts/proof/export-report.ts';
import type { Clock } from '#platform/clock.ts';
import { type Core, dailySealOf } from '#services/main/wiring.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';
import { checkedPage } from './checked-page.ts';
import { dyingPool } from './dying-pool.ts';
import { sealedUpTo, tamper } from './sealing-world.ts';

const DAY_MS = 86_400_000;

let program: TestProgram;
const owner = () => program.core.database.owner;
let company: SeededCompany;
let manager: HttpClient;
let associate: HttpClient;

beforeAll(async () => {
  program = await startTestProgram({ clock: stoppedClock() });
});
beforeEach(async () => {
  company = await program.seedCompany({ associates: 2 });
  manager = await program.signIn(company.owner.email);
  associate = await program.signIn(company.associates[0]?.email ?? '', undefined, 'UTC');
  for (const [at, price] of ['100', '250.50', '999.99'].entries()) await sell(at, price);
  await settled();
});
afterAll(() => program.stop());

async function sell(seller: number, price: string): Promise<void> {
  const { companyId, campaigns, associates } = company;
  const employeeId = associates[seller % 2]?.employeeId ?? '';
  const sale = { employeeId, campaignId: campaigns[0]?.campaignId ?? '', name: `Sale of ${price}`, price };
  const now = program.core.clock.now().toISOString();
  const context = contextOf(companyId, { actorId: employeeId, now });
  const recorded = { ...sale, status: 'Closed', entryDate: now.slice(0, 10), actorIsManager: true };
  await done(program.core.commands.sales.recordSale(context, recorded));
}

async function settled(): Promise<void> {
  const head = await program.core.store.head();
  await sealedUpTo(owner(), head);
  expect(await program.progress.waitFor(head, MAX_WAIT_MS)).toBe(true);
}

async function verified(): Promise<Verification> {
  const begun = await manager.post('/api/audit/proof/verification');
  expect(begun.status).toBe(200);
  const verification = async () => (await manager.get('/api/audit/proof')).body.verification;
  await expect.poll(verification).not.toMatchObject({ state: 'running' });
  return verification();
}

describe('the chain of a company', () => {
  it('reports where it ends, and is intact', async () => {
    const { body } = await manager.get('/api/audit/proof');
    expect(body.verification).toBeNull();
    expect(body.head).toMatchObject({
      link: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: expect.any(String),
    });
    expect(await verified()).toMatchObject({
      ...{ state: 'intact', fault: null, checked: body.head.count, total: body.head.count },
      ...{ until: body.head.at, seals: 0, erased: 0 },
    });
  });

  it('is verified once for concurrent requests', async () => {
    const other = await program.signIn(company.managers[0]?.email ?? '');
    const asked = await Promise.all(
      [manager, other, manager, other].map((client) => client.post('/api/audit/proof/verification')),
    );
    const ids = new Set(asked.map(({ body }) => body.verification.id));
    const text = 'SELECT id FROM verifications WHERE company_id = $1';
    const { rows } = await owner().query(text, [company.companyId]);
    expect(ids).toContain(rows[0].id);
    expect(rows).toHaveLength(1);
    await verified();
  });

  it('restarts a verification that a killed process left, with the next request', async () => {
    await verified();
    await owner().query(
      "UPDATE verifications SET finished_at = NULL, result = NULL, beat_at = now() - interval '1 hour' WHERE company_id = $1",
      [company.companyId],
    );
    expect((await manager.get('/api/audit/proof')).body.verification.state).toBe('stopped');
    expect((await verified()).state).toBe('intact');
  });

  it('is exported as a file for managers and as a personal proof file for each employee, and both verify', async () => {
    const whole = await manager.get('/api/audit/proof/export');
    expect(whole.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(whole.headers.get('content-disposition')).toMatch(
      /^attachment; filename="tallyboard-history-[\d-]+\.html"$/,
    );
    const report = checkedPage(whole.body);
    expect(report.findings.map(findingText)).toEqual([]);
    const { head } = (await manager.get('/api/audit/proof')).body;
    expect(report).toMatchObject({
      events: head.count,
      link: head.link,
      header: { companyName: company.name },
    });

    const [own] = company.associates;
    const statement = checkedPage(
      (await associate.get(`/api/audit/proof/statement/${own?.employeeId}`)).body,
    );
    expect(statement.findings.map(findingText)).toEqual([]);
    expect(statement).toMatchObject({
      header: { person: { id: own?.employeeId, name: 'Associate1 Test' } },
      totals: [{ employeeId: own?.employeeId, sales: 2, cents: 11_000 }],
    });
    const { body } = await associate.get(`/api/logs/getlogs/${own?.employeeId}`);
    expect(body.requestedData).toHaveLength(1);
    expect((await associate.get('/api/audit/proof/export')).status).toBe(403);
  });

  it('names the event that was changed in the database, in the check and in the file', async () => {
    const { rows } = await owner().query(
      `SELECT position, data::text FROM events WHERE type = 'SaleRecorded' AND data::text LIKE '%250.50%' AND stream LIKE $1`,
      [`%${company.companyId}%`],
    );
    const [{ position, data }] = rows;
    const change = 'UPDATE events SET data = $2 WHERE position = $1';
    await tamper(owner(), change, [position, data.replace('25050', '25051')]);
    expect(await verified()).toMatchObject({
      state: 'broken',
      fault: {
        kind: 'changed',
        position: Number(position),
        event_type: 'SaleRecorded',
        at: expect.any(String),
      },
    });
    const [first] = checkedPage((await manager.get('/api/audit/proof/export')).body).findings;
    expect(first).toMatchObject({ kind: 'link', event: { position: Number(position) } });
    await tamper(owner(), change, [position, data]);
    expect((await verified()).state).toBe('intact');
  });
});

describe('the seal of a day', () => {
  let tomorrow: Core;
  beforeEach(async () => {
    tomorrow = { ...program.core, clock: await daysAfterTheLastEvent(1) };
  });
  async function daysAfterTheLastEvent(days: number): Promise<Clock> {
    const { rows } = await owner().query('SELECT max(recorded_at) AS last FROM events');
    return { now: () => new Date(Date.parse(rows[0].last) + days * DAY_MS) };
  }
  const seal = (core: Core, as = owner()) =>
    dailySealOf(
      { ...core, database: { ...core.database, owner: as } },
      () => 'https://tallyboard.example',
    ).sealYesterday(AbortSignal.timeout(MAX_WAIT_MS));
  const seals = async () => (await manager.get('/api/audit/proof/seals')).body.requestedData;
  async function mails() {
    const like = [`seal ${company.companyId} %`];
    const { rows } = await owner().query(`SELECT content FROM mail_outbox WHERE id LIKE $1`, like);
    return rows.map(({ content }) => content as { to: { address: string }; subject: string; text: string });
  }

  it('is not made for a day that is not over', async () => {
    await seal(program.core);
    expect(await seals()).toEqual([]);
  });

  it('waits until the chain and the history have all events of the day', async () => {
    const seenBy = async (statement: string, values: unknown[] = []) => {
      const { rows } = await owner().query(statement, values);
      await seal(tomorrow);
      return rows[0];
    };
    const moved = await seenBy('UPDATE seal_progress SET position = position - 1 RETURNING position');
    expect(await seals()).toEqual([]);
    await owner().query('UPDATE seal_progress SET position = $1', [Number(moved.position) + 1]);
    const checkpoint = 'UPDATE read.shards SET position = position + $1 RETURNING position';
    await seenBy(checkpoint, [-1]);
    expect(await seals()).toEqual([]);
    await owner().query(checkpoint, [1]);
    await seal(tomorrow);
    expect(await seals()).toHaveLength(1);
  });

  it('is stored and mailed once, at whichever step a process dies, and however many do it at once', async () => {
    for (let dieAt = 1; ; dieAt++) {
      const dying = dyingPool(program.databaseUrl, dieAt);
      await seal(tomorrow, dying.pool).catch(() => undefined);
      await dying.end();
      expect((await mails()).length).toBe((await seals()).length);
      if (!dying.hasDied()) break;
      expect(dieAt).toBeLessThan(50);
    }
    await Promise.all([seal(tomorrow), seal(tomorrow), seal(tomorrow)]);
    const { head } = (await manager.get('/api/audit/proof')).body;
    const [day] = await seals();
    expect(await seals()).toHaveLength(1);
    expect(day).toMatchObject({ link: head.link, count: head.count, position: head.position });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: { address: company.owner.email } });
    expect(mail?.text).toContain(head.link);
  });

  it('is not made of a day without new events', async () => {
    await seal(tomorrow);
    await seal({ ...program.core, clock: await daysAfterTheLastEvent(2) });
    expect(await seals()).toHaveLength(1);
  });

  it('is not made of a day whose only new events came after it', async () => {
    await seal(tomorrow);
    const [{ position }] = await seals();
    await sell(0, '50');
    await settled();
    const clock = await daysAfterTheLastEvent(2);
    const queries = { ...program.core.queries, positionAt: async () => Number(position) };
    await seal({ ...program.core, clock, queries });
    expect(await seals()).toHaveLength(1);
  });

  it('is compared by every check, and is in the file', async () => {
    await seal(tomorrow);
    expect(await verified()).toMatchObject({ state: 'intact', seals: 1 });
    expect(checkedPage((await manager.get('/api/audit/proof/export')).body).seals).toMatchObject([
      { fits: true },
    ]);
    const [{ day }] = await seals();
    await tamper(owner(), 'UPDATE company_seals SET link = repeat($2, 64) WHERE company_id = $1', [
      company.companyId,
      'f',
    ]);
    expect(await verified()).toMatchObject({ state: 'broken', fault: { kind: 'seal', day } });
    expect(checkedPage((await manager.get('/api/audit/proof/export')).body).findings).toMatchObject([
      { kind: 'seal', about: day },
    ]);
  });
});
