import type pg from 'pg';
import { PAY_ORACLE } from './pay-oracle.ts';

/**
 * The expected content of each read model, computed in SQL straight from the JSON of the events: from the last state
 * of each sale and shift with numeric arithmetic, where the projectors add and subtract event by event.
 */
const SALE_VERSIONS = `
  SELECT metadata->>'companyId' AS company_id, data->>'saleId' AS sale_id, type,
         coalesce(data->'after', data->'sale', data->'before') AS sale, position AS since,
         lead(position) OVER (PARTITION BY stream ORDER BY revision) AS until,
         first_value(position) OVER (PARTITION BY stream ORDER BY revision) AS recorded_position
    FROM events WHERE type LIKE 'Sale%'`;

const SALES = `SELECT * FROM (${SALE_VERSIONS}) v WHERE until IS NULL AND type <> 'SaleDeleted'`;

const CLOSED = `
  SELECT company_id, sale->>'employeeId' AS employee_id, (sale->>'entryDate')::date AS day,
         count(*) AS sales, count(*) FILTER (WHERE sale->>'status' = 'Closed') AS closed,
         coalesce(sum((sale->>'commissionCents')::numeric) FILTER (WHERE sale->>'status' = 'Closed'), 0) AS cents
    FROM (${SALES}) s GROUP BY 1, 2, 3`;

const SHIFTS = `
  SELECT metadata->>'companyId' AS company_id, s.data->>'employeeId' AS employee_id,
         (s.data->>'loginDate')::date AS day, s.data->>'shiftId' AS shift_id,
         (SELECT z.data->>'timeZone' FROM events z
           WHERE z.stream = s.stream AND z.data->>'timeZone' IS NOT NULL
           ORDER BY z.revision DESC LIMIT 1) AS time_zone,
         s.data->>'timeZone' AS start_zone,
         coalesce((SELECT (e.data->>'after')::timestamptz FROM events e
                    WHERE e.stream = s.stream AND e.type = 'ShiftStartSet' ORDER BY e.revision DESC LIMIT 1),
                  (s.data->>'startedAt')::timestamptz) AS started_at,
         CASE WHEN EXISTS (SELECT FROM events e WHERE e.stream = s.stream AND e.type = 'ShiftStartSet')
              THEN 'corrected' ELSE coalesce(s.data->>'reason', 'login') END AS start_reason,
         (SELECT (e.data->>'endedAt')::timestamptz FROM events e
           WHERE e.stream = s.stream AND e.type IN ('ShiftEnded', 'ShiftResumed')
           ORDER BY e.revision DESC LIMIT 1) AS ended_at,
         coalesce((SELECT (e.data->>'after')::integer FROM events e
                    WHERE e.stream = s.stream AND e.type = 'ShiftDurationSet' ORDER BY e.revision DESC LIMIT 1),
                  (s.data->>'setDuration')::integer) AS set_duration,
         (SELECT max(e.position) FROM events e WHERE e.stream = s.stream) AS shift_since
    FROM events s WHERE s.type = 'ShiftStarted'`;

const DAYS = `
  SELECT company_id, employee_id, day, coalesce(sales, 0) AS sales, coalesce(closed, 0) AS closed,
         coalesce(cents, 0) AS cents, shift_id, time_zone, start_zone, started_at, start_reason, ended_at, set_duration, shift_since
    FROM (${CLOSED}) c FULL JOIN (${SHIFTS}) s USING (company_id, employee_id, day)`;

const versionsOf = (kind: string, id: string, facts: string) => `
  SELECT metadata->>'companyId' AS company_id, data->>'${id}' AS id, type = '${kind}Deleted' AS deleted,
         (metadata->>'at')::timestamptz AS at,
         coalesce(data->'after', data->'${facts}', data->'before') AS facts,
         first_value(data->>'entryDate') OVER versions::date AS entry_date,
         position AS since, lead(position) OVER versions AS until
    FROM events WHERE type LIKE '${kind}%'
  WINDOW versions AS (PARTITION BY metadata->>'companyId', data->>'${id}' ORDER BY position)`;

const HAS_NEW_RATES = `(e.type = 'CampaignAdded' OR e.type = 'CampaignEdited'
  AND (e.data->'before'->>'commissionPercent', e.data->'before'->>'taxPercent')
   IS DISTINCT FROM (e.data->'after'->>'commissionPercent', e.data->'after'->>'taxPercent'))`;

/** The table itself has the current versions, its past the replaced ones. */
const withPast = (table: string, columns: string, versions: string, now = 'true') => ({
  [table]: `SELECT ${columns}, since FROM (${versions}) v WHERE until IS NULL AND ${now}`,
  [`past_${table}`]: `SELECT ${columns}, since, until FROM (${versions}) v WHERE until IS NOT NULL`,
});

const IS_EVENT = `e.stream = s.stream AND e.position <= s.position`;

/** Every state of every shift that was followed by another one. */
const FORMER_SHIFTS = `
  SELECT metadata->>'companyId', (data->>'loginDate')::date, data->>'employeeId',
         (SELECT e.data->>'shiftId' FROM events e WHERE ${IS_EVENT} AND e.type = 'ShiftStarted'),
         (SELECT e.data->>'timeZone' FROM events e WHERE ${IS_EVENT} AND e.data->>'timeZone' IS NOT NULL
           ORDER BY e.position DESC LIMIT 1),
         (SELECT e.data->>'timeZone' FROM events e WHERE ${IS_EVENT} AND e.type = 'ShiftStarted'),
         (SELECT coalesce(e.data->>'after', e.data->>'startedAt')::timestamptz FROM events e
           WHERE ${IS_EVENT} AND e.type IN ('ShiftStarted', 'ShiftStartSet') ORDER BY e.position DESC LIMIT 1),
         (SELECT CASE e.type WHEN 'ShiftStartSet' THEN 'corrected' ELSE coalesce(e.data->>'reason', 'login') END
            FROM events e
           WHERE ${IS_EVENT} AND e.type IN ('ShiftStarted', 'ShiftStartSet') ORDER BY e.position DESC LIMIT 1),
         (SELECT (e.data->>'endedAt')::timestamptz FROM events e
           WHERE ${IS_EVENT} AND e.type IN ('ShiftEnded', 'ShiftResumed') ORDER BY e.position DESC LIMIT 1),
         (SELECT coalesce(e.data->>'after', e.data->>'setDuration')::integer FROM events e
           WHERE ${IS_EVENT} AND e.type IN ('ShiftStarted', 'ShiftDurationSet') ORDER BY e.position DESC LIMIT 1),
         position, until
    FROM (SELECT *, lead(position) OVER (PARTITION BY stream ORDER BY revision) AS until
            FROM events WHERE type LIKE 'Shift%') s
   WHERE until IS NOT NULL`;

/** Decisions on pay, which tests/pay has its own oracle for; none is in these histories. */
const NO_ROWS = 'SELECT WHERE false';
export const DECISIONS_ON_PAY = [
  'pay_statements',
  'past_pay_statements',
  'pay_lines',
  'pay_extras',
  ...['pay_rules', 'past_pay_rules', 'claims', 'past_claims'],
];

const ORACLE: Readonly<Record<string, string>> = {
  ...withPast(
    'employees',
    `company_id, id, facts->>'firstName', facts->>'lastName', facts->>'email', facts->>'employeeNumber',
     facts->>'role', facts->>'type', facts->>'managerId', facts->>'campaignId',
     (facts->>'shiftDuration')::integer, deleted, CASE WHEN deleted THEN at END`,
    versionsOf('Employee', 'employeeId', 'employee'),
  ),
  ...withPast(
    'campaigns',
    `company_id, id, facts->>'name', (facts->>'commissionPercent')::double precision,
     (facts->>'taxPercent')::double precision, facts->>'goalId', entry_date, deleted,
     (SELECT (e.metadata->>'at')::timestamptz FROM events e
       WHERE e.data->>'campaignId' = v.id AND e.position <= v.since AND ${HAS_NEW_RATES}
       ORDER BY e.position DESC LIMIT 1)`,
    versionsOf('Campaign', 'campaignId', 'campaign'),
  ),
  ...withPast(
    'goals',
    `company_id, id, facts->>'name', (facts->>'hourlySales')::double precision,
     (facts->>'hourlyDecisions')::double precision, entry_date, deleted`,
    versionsOf('Goal', 'goalId', 'goal'),
  ),
  ...withPast(
    'job_aids',
    `company_id, id, facts->>'name', facts->>'url'`,
    versionsOf('JobAid', 'jobAidId', 'jobAid'),
    'NOT deleted',
  ),
  company_account: `
    SELECT c.metadata->>'companyId', c.data->>'name', c.data->>'employeeCount', c.data->>'superEmployeeId',
           'registered', CASE s.type WHEN 'SubscriptionCanceled' THEN 'canceled'
                              WHEN 'SubscriptionStarted' THEN s.data->>'status' ELSE s.data->>'after' END,
           (SELECT (t.data->>'trialEndsAt')::timestamptz FROM events t
             WHERE t.stream = s.stream AND t.type <> 'SubscriptionCanceled' ORDER BY t.revision DESC LIMIT 1),
           CASE WHEN s.type <> 'SubscriptionCanceled' THEN (s.data->>'nextBillingAt')::timestamptz END,
           b.data->>'provider', b.data->>'providerSubscriptionId',
           (SELECT coalesce(p.data->>'seats', p.data->>'after')::integer FROM events p
             WHERE p.stream = b.stream AND p.type IN ('SubscriptionStarted', 'SubscriptionSeatsChanged')
             ORDER BY p.revision DESC LIMIT 1)
      FROM events c
      LEFT JOIN LATERAL (
        SELECT * FROM events e WHERE e.stream = 'subscription-' || (c.metadata->>'companyId')
         ORDER BY revision DESC LIMIT 1) s ON true
      LEFT JOIN LATERAL (
        SELECT * FROM events e WHERE e.stream = s.stream AND e.type = 'SubscriptionStarted'
         ORDER BY revision DESC LIMIT 1) b ON true
     WHERE c.type = 'CompanyRegistered'`,
  ...withPast(
    'sales',
    `company_id, sale_id, sale->>'employeeId', sale->>'campaignId', (sale->>'entryDate')::date,
     sale->>'saleName', sale->>'customerNumber', sale->>'details', sale->>'status',
     (sale->>'priceCents')::bigint, (sale->>'discountPercent')::double precision,
     (sale->>'taxPercent')::double precision, (sale->>'commissionPercent')::double precision,
     (sale->>'commissionCents')::bigint, recorded_position`,
    SALE_VERSIONS,
    `type <> 'SaleDeleted'`,
  ),
  employee_days: `
    SELECT company_id, day, employee_id, sales, closed, cents,
           greatest(shift_since, (SELECT max(v.since) FROM (${SALE_VERSIONS}) v
                                   WHERE v.type <> 'SaleDeleted' AND v.sale->>'employeeId' = d.employee_id
                                     AND (v.sale->>'entryDate')::date = d.day)),
           shift_id, time_zone, start_zone, started_at, start_reason, ended_at, set_duration, shift_since
      FROM (${DAYS}) d`,
  past_employee_days: FORMER_SHIFTS,
  history: `
    SELECT metadata->>'companyId', position,
           max((metadata->>'at')::timestamptz) OVER (PARTITION BY metadata->>'companyId' ORDER BY position),
           type, revision,
           coalesce(data->>'saleId', data->>'campaignId', data->>'goalId', data->>'jobAidId',
                    (data->>'employeeId') || coalesce('_' || (data->>'loginDate'), ''), metadata->>'companyId'),
           about,
           CASE WHEN about IS DISTINCT FROM metadata->>'actorId' THEN metadata->>'actorId' END,
           campaign, CASE WHEN former IS DISTINCT FROM campaign THEN former END
      FROM (SELECT *, coalesce(data->>'employeeId', facts->>'employeeId') AS about,
                   coalesce(data->>'campaignId', facts->>'campaignId') AS campaign,
                   coalesce(data->>'campaignId', CASE WHEN type LIKE '%Edited' THEN data->'before' ELSE facts END->>'campaignId')
                     AS former
              FROM (SELECT *, CASE WHEN type LIKE 'Sale%' OR type LIKE 'Employee%'
                                   THEN coalesce(data->'after', data->'sale', data->'employee', data->'before') END AS facts
                      FROM events WHERE type <> 'AccessNoted') e) e`,
  access: `
    SELECT metadata->>'companyId', position, (metadata->>'at')::timestamptz, data->>'employeeId',
           CASE WHEN metadata->>'actorId' <> data->>'employeeId' THEN metadata->>'actorId' END
      FROM events WHERE type = 'AccessNoted'`,
  ...PAY_ORACLE,
  ...Object.fromEntries(DECISIONS_ON_PAY.map((table) => [table, NO_ROWS])),
  history_moments: `
    SELECT metadata->>'companyId', max((metadata->>'at')::timestamptz) FROM events WHERE type <> 'AccessNoted'
     GROUP BY 1`,
};

/** The same shape as `dumpReadModels`, with rows in another order. */
export async function askOracle(pool: Pick<pg.Pool, 'query'>): Promise<Record<string, string[]>> {
  const answers: Record<string, string[]> = {};
  for (const [table, query] of Object.entries(ORACLE)) {
    const { rows } = await pool.query<{ line: string }>(`SELECT o::text AS line FROM (${query}) o`);
    answers[table] = rows.map(({ line }) => line);
  }
  return answers;
}

/** For comparing with the oracle, whose rows have no order. */
export function sorted(dump: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(dump).map(([table, lines]) => [table, lines.toSorted()]));
}
