import type pg from 'pg';
import { saleChangeOf } from '#contracts/proof/sale-change.ts';
import {
  addedLineOf,
  createStatementCheck,
  type LockedStatement,
  lockedStatementOf,
} from '#contracts/proof/statement-check.ts';
import { sha256 } from '#platform/digest.ts';

/** The lines of locked statements, from their events. */
const LINES = `
  SELECT e.position, e.data->>'employeeId' AS employee_id, e.data->>'from' AS period_from, (e.data->>'to')::date AS period_to,
         (e.data->>'through')::bigint AS through, (e.data->>'isImported')::boolean AS imported, l->>'kind' AS kind, l->>'id' AS id,
         (l->>'cents')::bigint AS cents, (l->>'waivedCents')::bigint AS waived
    FROM events e, json_array_elements(e.data->'lines') l WHERE e.type = 'StatementLocked'`;

/** Each sale after each of its events, with what it is due to whom, and the local date of the event. */
const STATES = `
  SELECT s.*, lag(cents) OVER versions AS before_cents, lag(closed) OVER versions AS was_closed
    FROM (SELECT e.position, (e.metadata->>'at')::timestamptz AS at, e.data->>'saleId' AS id, sale->>'employeeId' AS employee_id,
                 e.type <> 'SaleDeleted' AND sale->>'status' = 'Closed' AS closed,
                 CASE WHEN e.type <> 'SaleDeleted' AND sale->>'status' = 'Closed' THEN (sale->>'commissionCents')::bigint
                      ELSE 0 END AS cents,
                 CASE WHEN e.type = 'SaleRecorded' THEN (sale->>'entryDate')::date ELSE
                   ((e.metadata->>'at')::timestamptz AT TIME ZONE coalesce(
                     (SELECT z.data->>'timeZone' FROM events z
                       WHERE z.type LIKE 'Shift%' AND z.data->>'employeeId' = sale->>'employeeId'
                         AND z.data->>'timeZone' IS NOT NULL AND z.position < e.position
                       ORDER BY z.position DESC LIMIT 1), 'UTC'))::date END AS day
            FROM events e, LATERAL (SELECT coalesce(e.data->'after', e.data->'sale', e.data->'before') AS sale) f
           WHERE e.type LIKE 'Sale%') s
  WINDOW versions AS (PARTITION BY id ORDER BY position)`;

/** What a sale is due now, beside the sum of its locked lines and what was waived of it. */
export const DUE_AND_LOCKED = `
  SELECT d.id, d.employee_id, d.cents AS due, coalesce(sum(l.cents + l.waived), 0)::bigint AS locked
    FROM (SELECT DISTINCT ON (id) * FROM (${STATES}) s ORDER BY id, position DESC) d
    LEFT JOIN (${LINES}) l ON l.id = d.id AND l.employee_id = d.employee_id AND l.kind IN ('earned', 'adjustment')
   GROUP BY 1, 2, 3`;

/** What each person was paid and what is carried over, beside the sum of all lines of their own. */
const PAID_AND_LINES = `
  WITH locked AS (SELECT position, data, data->>'employeeId' AS employee_id FROM events WHERE type = 'StatementLocked'),
       last AS (SELECT DISTINCT ON (employee_id) employee_id, data FROM locked ORDER BY employee_id, position DESC)
  SELECT employee_id, sum((data->>'payableCents')::bigint)::bigint AS paid,
         (SELECT coalesce(sum((c->>'cents')::bigint), 0)::bigint FROM last, json_array_elements(last.data->'carriedOver') c
           WHERE last.employee_id = locked.employee_id) AS carried,
         (SELECT coalesce(sum(cents), 0)::bigint FROM (${LINES}) l
           WHERE l.employee_id = locked.employee_id AND kind <> 'carried') AS lines
    FROM locked GROUP BY employee_id`;

/**
 * The lines about sales that each locked statement should have: for every sale what it was due at the position that
 * the statement covers, minus all lines before; if it was earned by then, or changed by then once it was paid. Without a
 * clawback window, and where no sale has to be confirmed.
 */
const EXPECTED_LINES = `
  SELECT t.position, d.id, (d.cents - coalesce(before.cents, 0))::bigint AS cents
    FROM (SELECT position, data->>'employeeId' AS employee_id, (data->>'to')::date AS period_to,
                 (data->>'through')::bigint AS through FROM events
           WHERE type = 'StatementLocked' AND NOT (data->>'isImported')::boolean) t
   CROSS JOIN LATERAL (
     SELECT DISTINCT ON (s.id) s.* FROM (${STATES}) s
      WHERE s.employee_id = t.employee_id AND s.position <= t.through ORDER BY s.id, s.position DESC) d
    LEFT JOIN LATERAL (
     SELECT sum(l.cents) AS cents FROM (${LINES}) l
      WHERE l.id = d.id AND l.employee_id = t.employee_id AND l.position < t.position
        AND l.kind IN ('earned', 'adjustment')) before ON true
    LEFT JOIN LATERAL (
     SELECT max(s.day) FILTER (WHERE s.cents IS DISTINCT FROM s.before_cents OR s.closed IS DISTINCT FROM s.was_closed) AS day,
            (array_agg(s.day ORDER BY s.position DESC) FILTER (WHERE s.closed AND s.was_closed IS NOT TRUE))[1] AS closed_day
       FROM (${STATES}) s WHERE s.id = d.id AND s.position <= t.through) on_day ON true
   WHERE d.cents <> coalesce(before.cents, 0)
     AND CASE WHEN before.cents IS NULL THEN on_day.closed_day ELSE on_day.day END <= t.period_to`;

const LOCKED_LINES = `
  SELECT position, id, cents FROM (${LINES}) l WHERE kind IN ('earned', 'adjustment') AND NOT imported`;

/**
 * What each sale was due when the first schedule was set or, if that is later, when it began, beside what counts as paid
 * of it; where they differ.
 */
const COUNTED_AS_PAID = `
  WITH first AS (
    SELECT position, (data->'after'->>'firstDay')::date AS day, data->'after'->>'timeZone' AS zone
      FROM events WHERE type = 'PayScheduleSet' AND data->>'before' IS NULL ORDER BY position DESC LIMIT 1),
  states AS (
    SELECT s.* FROM (${STATES}) s, first f
     WHERE s.position < f.position OR (s.at AT TIME ZONE f.zone)::date < f.day)
  SELECT id, x.cents, l.cents AS counted
    FROM (SELECT d.id, d.cents
            FROM (SELECT DISTINCT ON (id) * FROM states ORDER BY id, position DESC) d, first f
           WHERE d.cents > 0 AND f.day > (
             SELECT day FROM states s WHERE s.id = d.id AND s.closed AND s.was_closed IS NOT TRUE
              ORDER BY position DESC LIMIT 1)) x
    FULL JOIN (SELECT id, sum(cents) AS cents FROM (${LINES}) l WHERE imported GROUP BY id) l USING (id)
   WHERE x.cents IS DISTINCT FROM l.cents`;

/** Rows that contradict the events; each names what is wrong. Plain: without a clawback window and confirmations. */
export async function contradictions(
  pool: Pick<pg.Pool, 'query'>,
  { isPlain }: { readonly isPlain: boolean },
): Promise<unknown[]> {
  const ask = async (sql: string) => (await pool.query<object>(sql)).rows;
  return [
    ...(await ask(
      `SELECT 'paid and carried' AS what, p.* FROM (${PAID_AND_LINES}) p WHERE paid + carried <> lines`,
    )),
    ...(await ask(`
      SELECT 'locked twice' AS what, data->>'employeeId' AS employee_id, data->>'from' AS period_from
        FROM events WHERE type = 'StatementLocked' AND NOT (data->>'isImported')::boolean
       GROUP BY 2, 3 HAVING count(*) > 1`)),
    ...(await ask(`SELECT 'counted as paid' AS what, c.* FROM (${COUNTED_AS_PAID}) c`)),
    ...(!isPlain
      ? []
      : await ask(`
      SELECT 'line' AS what, * FROM (${EXPECTED_LINES}) x
        FULL JOIN (SELECT position, id, cents AS locked FROM (${LOCKED_LINES}) l) l USING (position, id)
       WHERE cents IS DISTINCT FROM locked`)),
  ];
}

/** Locked statements in which an exported page of these events would find something wrong. */
export async function foundByPage(
  events: AsyncIterable<{ readonly type: string; readonly data: unknown }>,
): Promise<LockedStatement[]> {
  const check = createStatementCheck(sha256);
  const found: LockedStatement[] = [];
  for await (const event of events) {
    const added = addedLineOf(event);
    if (added) check.hearLine(added);
    const statement = lockedStatementOf(event);
    if (statement && !check.isRight(statement)) found.push(statement);
    const change = saleChangeOf(event);
    if (change) check.hear(change);
  }
  return found;
}
