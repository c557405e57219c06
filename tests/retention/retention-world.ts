import { expect } from 'vitest';
import { companyOfStream } from '#contracts/events/streams.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { openRetention } from '#services/main/retention.ts';
import { linkTo } from '#tests/auth/email-world.ts';
import { aMail } from '#tests/platform/mail/mail-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { type SeededCompany, startTestProgram } from '#tests/support/servers/test-program.ts';

const DAY_MS = 24 * 3_600_000;
const SEVEN_MONTHS = 214;

export type Filled = SeededCompany & {
  /** Every text that identifies the owner of data: each of them is somewhere in the database. */
  readonly traces: readonly string[];
};

/** A program without jobs and with a movable clock, and companies with all kinds of data. */
export async function createRetentionWorld(config: Partial<Config> = {}) {
  let ahead = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) };
  const roles = new Set(['api', 'gateway', 'projections'] as const);
  const program = await startTestProgram({ ...config, roles, clock });
  const { core } = program;
  const {
    database: { owner: pool },
    store,
  } = core;

  const send = async (sending: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await sending;
    expect([status, body]).toEqual([200, body]);
    return body as { requestedData?: unknown };
  };

  async function fill(word: string): Promise<Filled> {
    const of = (what: string) => `${word}-${what}-${newId().slice(-6)}`;
    const company = await program.seedCompany({
      name: of('company'),
      campaigns: [{ name: of('campaign') }],
    });
    const campaignId = company.campaigns[0]?.campaignId ?? '';
    const manager = await program.signIn(company.managers[0]?.email ?? '');
    const names = { firstName: of('first'), lastName: of('last'), employeeNumber: of('number') };
    const [email, former] = [
      `${of('now')}@people.test`.toLowerCase(),
      `${of('was')}@people.test`.toLowerCase(),
    ];
    const person = { ...names, employeeRole: 'sales associate', campaignId };
    const added = { ...person, username: former, password: 'aB3dE5gH7j' };
    await send(manager.post('/api/employees/addemployee', added, { 'idempotency-key': of('key') }));
    const all = await send(manager.get('/api/employees/getemployees/all'));
    const list = all.requestedData as { id: string; email: string }[];
    const { id = '' } = list.find((each) => each.email === former) ?? {};
    await send(manager.patch(`/api/employees/editemployee/${id}`, { ...person, username: email }));
    const token = await linkTo(program.core.database.owner, email, 'prove');
    await send(program.client().post('/api/employees/email/link', { purpose: 'prove', token }));
    const associate = program.client();
    const browser = of('browser');
    const login = { username: email, password: 'aB3dE5gH7j', tz: 'America/Toronto' };
    await send(associate.post('/api/login', login, { 'user-agent': browser }));
    const sale = { name: of('sale'), customerNumber: of('customer'), details: of('details') };
    await send(
      associate.post(
        '/api/sales/addsale',
        { ...sale, campaignId, price: '100', status: 'Closed' },
        { 'idempotency-key': of('key') },
      ),
    );
    const left = `${of('left')}@people.test`.toLowerCase();
    const leaver = { ...person, username: left, password: 'aB3dE5gH7j' };
    const [{ id: leaverId } = { id: '' }] = (await send(manager.post('/api/employees/addemployee', leaver)))
      .requestedData as { id: string }[];
    await send(
      manager.post('/api/sales/addsale', { name: of('sale'), campaignId, price: '1', employeeId: leaverId }),
    );
    await send(manager.delete(`/api/employees/delete/${leaverId}`));
    const aid = of('aid');
    await send(manager.post('/api/jobaids/addjobaid', { name: aid, url: 'https://example.test/aid' }));
    const [mailSubject, registering] = [of('mail'), of('registering')];
    const to = { name: names.firstName, address: email };
    await core.mail.outbox.post(aMail({ to, subject: mailSubject }), {
      id: of('id'),
      companyId: company.companyId,
    });
    await core.mail.outbox.post(aMail({ to, subject: registering }), { id: of('id') });
    await pool.query(
      `INSERT INTO development_mailbox (id, recipient, subject, body_text, body_html, at)
       VALUES ($1, $2, $3, '', '', $4)`,
      [of('id'), email, of('subject'), clock.now()],
    );
    await send(associate.post('/api/employees/confirmemail', { username: email }));
    await waitForReads();
    const [book, unheard] = [of('book'), of('unheard')];
    const owner = await program.signIn(company.owner.email);
    const rows = `date,employee,campaign,price\n2026-03-02,${email},${unheard},1\n2026-03-02,${email},,1\n`;
    await send(owner.post(`/api/imports?name=${book}`, { text: rows }));
    const people = [...company.managers, ...company.associates, company.owner];
    const traces = [
      ...[company.name, company.campaigns[0]?.name ?? '', ...Object.values(names), email, former, left],
      browser,
      ...[...Object.values(sale), aid, mailSubject, registering, `${word}-`, book, unheard],
      ...people.map((each) => each.email),
    ];
    return { ...company, traces };
  }

  async function waitForReads(): Promise<void> {
    expect(await program.progress.waitFor(await store.head(), MAX_WAIT_MS)).toBe(true);
  }

  async function cancel({ owner }: SeededCompany): Promise<void> {
    const browser = await program.signIn(owner.email);
    await send(browser.delete('/api/companies/cancel-subscription'));
    await waitForReads();
  }

  async function log(): Promise<readonly RecordedEvent[]> {
    return store.readAll({ after: -1, limit: 1_000_000 });
  }

  return {
    program,
    core,
    fill,
    waitForReads,
    retention: openRetention(core),
    pass: (days: number) => {
      ahead += days * DAY_MS;
    },
    passTo: (instant: string, ms = 0) => {
      ahead = Date.parse(instant) + ms - systemClock.now().getTime();
    },
    cancel,
    /** A company that is due by the real clock, too: it was canceled long ago. */
    async fillEnded(word: string): Promise<Filled> {
      ahead -= 2 * SEVEN_MONTHS * DAY_MS;
      const company = await fill(word);
      await cancel(company);
      ahead += 2 * SEVEN_MONTHS * DAY_MS;
      return company;
    },
    /** `table: trace` for every trace in any row of any table, of every company. */
    async found(traces: readonly string[]): Promise<string[]> {
      const { rows: tables } = await pool.query<{ name: string }>(
        `SELECT format('%I.%I', n.nspname, c.relname) AS name
           FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`,
      );
      const hits: string[] = [];
      for (const { name } of tables) {
        const { rows } = await pool.query<{ trace: string }>(
          `WITH texts AS MATERIALIZED (SELECT lower(t::text) AS text FROM ${name} AS t)
           SELECT trace FROM unnest($1::text[]) AS trace
            WHERE EXISTS (SELECT FROM texts WHERE strpos(text, lower(trace)) > 0)`,
          [traces],
        );
        hits.push(...rows.map(({ trace }) => `${name}: ${trace}`));
      }
      return hits.sort((a, b) => (a < b ? -1 : 1));
    },
    /** Traces in the events that the event store returns. */
    async tracesInEvents(traces: readonly string[]): Promise<string[]> {
      const text = JSON.stringify(await log());
      return traces.filter((trace) => text.includes(trace));
    },
    log,
    logOf: async ({ companyId }: SeededCompany) =>
      (await log()).filter(({ stream }) => companyOfStream(stream) === companyId),
    /** Every row of the read models, of one company or of all. */
    async readModels(companyId?: string): Promise<Record<string, unknown[]>> {
      const { rows: tables } = await pool.query<{ name: string }>(
        `SELECT 'read.' || c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
          WHERE c.relnamespace = 'read'::regnamespace AND c.relkind = 'r' AND a.attname = 'company_id' ORDER BY 1`,
      );
      const found: Record<string, unknown[]> = {};
      for (const { name } of tables) {
        const { rows } = await pool.query(
          `SELECT to_json(t) AS row FROM ${name} t WHERE $1::text IS NULL OR company_id = $1 ORDER BY t::text`,
          [companyId ?? null],
        );
        found[name] = rows.map(({ row }) => row);
      }
      return found;
    },
    async logged({ companyId }: SeededCompany) {
      const { rows } = await pool.query('SELECT * FROM retention_log WHERE company_id = $1', [companyId]);
      return rows[0] as { finished_at: string | null; counts: Record<string, number> } | undefined;
    },
    stop: () => program.stop(),
  };
}

export type RetentionWorld = Awaited<ReturnType<typeof createRetentionWorld>>;
