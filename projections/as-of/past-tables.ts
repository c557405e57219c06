import { type RawBuilder, sql } from 'kysely';

/** Everything here is as of right after the event at that position. */
type Position = number;
type Relation = (at: Position) => RawBuilder<unknown>;

/** The rows of a table as they were: those of now that were there already, and those that were replaced since. */
function versions(table: string, columns: string, at: Position): RawBuilder<unknown> {
  const now = sql.table(`read.${table}`);
  const past = sql.table(`read.past_${table}`);
  const shown = sql.raw(columns);
  return sql`
    SELECT ${shown} FROM ${now} WHERE since <= ${at}
    UNION ALL
    SELECT ${shown} FROM ${past} WHERE since <= ${at} AND until > ${at}`;
}

const EMPLOYEE =
  'company_id, employee_id, first_name, last_name, email, employee_number, role, type, manager_id, campaign_id, ' +
  'shift_duration, deleted, since';
const CAMPAIGN =
  'company_id, campaign_id, name, commission_percent, tax_percent, goal_id, entry_date, deleted, since';
const GOAL = 'company_id, goal_id, name, hourly_sales, hourly_decisions, entry_date, deleted, since';
const JOB_AID = 'company_id, job_aid_id, name, url, since';
const SALE =
  'company_id, sale_id, employee_id, campaign_id, entry_date, sale_name, customer_number, details, status, ' +
  'price_cents, discount_percent, tax_percent, commission_percent, commission_cents, recorded_position, since';
const SHIFT = 'company_id, employee_id, login_date, shift_id, time_zone, started_at, ended_at, set_duration';

function shifts(at: Position): RawBuilder<unknown> {
  const shown = sql.raw(SHIFT);
  return sql`
    SELECT ${shown}, shift_since FROM read.shift_log WHERE shift_since <= ${at}
    UNION ALL
    SELECT ${shown}, since FROM read.past_shifts WHERE since <= ${at} AND until > ${at}`;
}

/** The figures of what was sold, and the shifts, side by side: `GROUP BY` puts those of a day into one row. */
function days(at: Position): RawBuilder<unknown> {
  return sql`
    SELECT company_id, entry_date AS day, employee_id,
           CASE WHEN status = 'Closed' THEN 1 ELSE 0 END AS closed, 1 AS sales,
           CASE WHEN status = 'Closed' THEN commission_cents ELSE 0 END AS cents,
           NULL COLLATE "C" AS shift_id, NULL::timestamptz AS started_at, NULL::timestamptz AS ended_at,
           NULL::integer AS set_duration
      FROM (${versions('sales', SALE, at)}) s
    UNION ALL
    SELECT company_id, login_date, employee_id, 0, 0, 0, shift_id, started_at, ended_at, set_duration
      FROM (${shifts(at)}) h`;
}

function closedSalesOf(shift: string, at: Position): RawBuilder<unknown> {
  const of = sql.ref(shift);
  return sql`
    FROM (${versions('sales', SALE, at)}) s
   WHERE s.company_id = ${of}.company_id AND s.employee_id = ${of}.employee_id AND s.entry_date = ${of}.login_date
     AND s.status = 'Closed'`;
}

const FIGURES = {
  closed: sql`sum(closed)::integer AS closed_sales`,
  sales: sql`sum(sales)::integer AS sales`,
  cents: sql`sum(cents)::bigint AS commission_cents`,
  shift: sql`max(shift_id) AS shift_id, max(started_at) AS started_at, max(ended_at) AS ended_at,
             max(set_duration) AS set_duration`,
};

/**
 * The tables of the read models as of a position, by name: the same columns, and every row that a query for people
 * shows. Conditions on company, employee and day reach the tables below, through `UNION ALL` and `GROUP BY`.
 */
export const pastTables: Readonly<Record<string, Relation>> = {
  employees: (at) => versions('employees', EMPLOYEE, at),
  campaigns: (at) => versions('campaigns', CAMPAIGN, at),
  goals: (at) => versions('goals', GOAL, at),
  job_aids: (at) => versions('job_aids', JOB_AID, at),
  sales: (at) => versions('sales', SALE, at),
  billboard: (at) => sql`
    SELECT company_id, day, employee_id, ${FIGURES.closed}, ${FIGURES.sales}, ${FIGURES.cents}, ${FIGURES.shift}
      FROM (${days(at)}) d GROUP BY company_id, day, employee_id`,
  sales_per_hour: (at) => sql`
    SELECT company_id, employee_id, day, ${FIGURES.closed}, ${FIGURES.shift}
      FROM (${days(at)}) d GROUP BY company_id, employee_id, day
    HAVING sum(closed) > 0 OR max(shift_id) IS NOT NULL`,
  commission: (at) => sql`
    SELECT company_id, employee_id, entry_date AS day, count(*)::integer AS closed_sales,
           sum(commission_cents)::bigint AS commission_cents
      FROM (${versions('sales', SALE, at)}) s WHERE status = 'Closed' GROUP BY company_id, employee_id, entry_date`,
  // Days without a shift are left out, as every query does. Figures stand in the select list: of a page of all
  // shifts of a company they are counted for those only that are on it, after the others were sorted away.
  shift_log: (at) => sql`
    SELECT h.*, (SELECT count(*)::integer ${closedSalesOf('h', at)}) AS closed_sales,
           (SELECT coalesce(sum(s.commission_cents), 0)::bigint ${closedSalesOf('h', at)}) AS commission_cents
      FROM (${shifts(at)}) h`,
};
