import { Type } from 'typebox';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { DAY_MS, daysBefore, localDate } from '#contracts/local-date.ts';
import type { Cents } from '#contracts/money.ts';
import type { PayPeriod, PaySchedules } from '#contracts/pay/pay-periods.ts';
import { isEmail } from '#contracts/text.ts';
import type { Clock } from '#platform/clock.ts';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { Queries } from '#projections/all.queries.ts';
import { type PaydayNews, paydayLetter } from './payday.mail.ts';
import { periodsNow, statementsFor } from './statements.ts';

export type PaydayMailDeps = {
  readonly queries: Pick<Queries, 'payCompanies' | 'decidedSince' | 'payOfAll' | 'payPeople'>;
  readonly outbox: Pick<Outbox, 'post'>;
  readonly clock: Clock;
  /** As browsers see us, without a slash at the end. */
  readonly publicUrl: () => string;
};

type News = {
  readonly companyId: string;
  readonly employeeId: string;
  readonly period: PayPeriod;
  readonly news: PaydayNews;
  readonly payableCents: Cents;
  /** UTC ISO-8601: when it was approved, as that may happen again; null for what happens once. */
  readonly at: string | null;
};

/** What is older was mailed, or is no news any more. */
const NEWS_DAYS = 2;

/** Every minute. A repetition posts the same mails again, which changes nothing. */
const mailPayday = jobType({
  name: 'mail-payday',
  data: Type.Object({}),
  schedule: { every: 60_000 },
  attempts: 1,
  backoff: { kind: 'fixed', delay: 1000 },
});

/** Mails people that their statement is ready, approved or paid; the people of the demo company have no mailbox. */
export function mailPaydayJob({ queries, outbox, clock, publicUrl }: PaydayMailDeps) {
  return handle(mailPayday, async (_data, { signal }) => {
    const now = clock.now().toISOString();
    const news = await decided(now);
    for (const { companyId, schedules } of await queries.payCompanies())
      news.push(...(await ready(companyId, schedules, now)));
    const byCompany = Map.groupBy(
      news.filter(({ companyId }) => companyId !== DEMO_COMPANY_ID),
      ({ companyId }) => companyId,
    );
    for (const [companyId, its] of byCompany) {
      const people = new Map((await queries.payPeople(companyId)).map((each) => [each.employee_id, each]));
      for (const each of its) {
        if (signal.aborted) return;
        const person = people.get(each.employeeId);
        if (person && !person.deleted && isEmail(person.email)) await post(each, person);
      }
    }
  });

  async function decided(now: string): Promise<News[]> {
    const since = new Date(Date.parse(now) - NEWS_DAYS * DAY_MS).toISOString();
    const statements = await queries.decidedSince(since);
    return statements.map((row) => ({
      ...{ companyId: row.company_id, employeeId: row.employee_id },
      period: { from: row.period_from, to: row.period_to },
      news: row.state === 'paid' ? 'paid' : 'approved',
      payableCents: row.payable_cents ?? Math.max(0, row.total_cents ?? 0),
      at: row.state === 'paid' ? null : row.approved_at,
    }));
  }

  /** Of the period before the present one, in the first days of that: what waits for a review. */
  async function ready(companyId: string, schedules: PaySchedules, now: string): Promise<News[]> {
    const periods = periodsNow(schedules, now);
    const [ended, present] = periods.slice(-2);
    const timeZone = schedules.at(-1)?.timeZone ?? 'UTC';
    if (!ended || !present || present.from < daysBefore(localDate(now, timeZone), NEWS_DAYS)) return [];
    const all = await queries.payOfAll(companyId, periods);
    return [...all].flatMap(([employeeId, pay]) => {
      const statements = statementsFor(schedules, periods, pay, now);
      const found = statements.find(({ summary }) => summary.from === ended.from);
      if (found?.summary.state !== 'in review' || found.count === 0) return [];
      const payableCents = Math.round(found.summary.payable * 100);
      return [{ companyId, employeeId, period: ended, news: 'ready' as const, payableCents, at: null }];
    });
  }

  async function post(
    { companyId, employeeId, period, news, payableCents, at }: News,
    person: { readonly email: string; readonly first_name: string; readonly last_name: string },
  ): Promise<void> {
    const { first_name: firstName, last_name, email } = person;
    const id = ['payday', news, companyId, employeeId, period.from, at ?? ''].join(' ').trim();
    const letter = paydayLetter({ news, firstName, period, payableCents, publicUrl: publicUrl() });
    await outbox.post(
      { ...letter, to: { name: `${firstName} ${last_name}`, address: email } },
      { id, companyId },
    );
  }
}
