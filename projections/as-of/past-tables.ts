import { type RawBuilder, sql } from 'kysely';
import {
  campaignsTable,
  goalsTable,
  pastCampaignsTable,
  pastGoalsTable,
} from '../catalogue/catalogue.table.ts';
import { employeesTable, pastEmployeesTable } from '../directory/directory.table.ts';
import { employeeDaysTable, pastEmployeeDaysTable } from '../employee-days/employee-days.table.ts';
import { jobAidsTable, pastJobAidsTable } from '../job-aids/job-aids.table.ts';
import type { Table } from '../runner/table.ts';
import { pastSalesTable, salesTable } from '../sales-book/sales-book.table.ts';

/** Everything here is as of right after the event at that position. */
type Position = number;
type Relation = (at: Position) => RawBuilder<unknown>;

const named = (table: Table) => sql.table(`read.${table.name}`);
const listed = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** The rows of a table as they were: those of now that were there already, and those that were replaced since. */
function versions(table: Table, past: Table): Relation {
  const columns = listed(Object.keys(table.columns));
  return (at) => sql`
    SELECT ${columns} FROM ${named(table)} WHERE since <= ${at}
    UNION ALL
    SELECT ${columns} FROM ${named(past)} WHERE since <= ${at} AND until > ${at}`;
}

const sales = versions(salesTable, pastSalesTable);

const SHIFT_COLUMNS = Object.keys(pastEmployeeDaysTable.columns).filter(
  (column) => column !== 'since' && column !== 'until',
);

function shifts(at: Position): RawBuilder<unknown> {
  const columns = listed(SHIFT_COLUMNS);
  return sql`
    SELECT ${columns}, shift_since FROM ${named(employeeDaysTable)} WHERE shift_since <= ${at}
    UNION ALL
    SELECT ${columns}, since FROM ${named(pastEmployeeDaysTable)} WHERE since <= ${at} AND until > ${at}`;
}

const FIGURES = {
  sales: sql`count(*)::integer`,
  closed_sales: sql`count(*) FILTER (WHERE s.status = 'Closed')::integer`,
  commission_cents: sql`coalesce(sum(s.commission_cents) FILTER (WHERE s.status = 'Closed'), 0)::bigint`,
};

/**
 * Days with a shift, then days with sales only. The figures of a shift are subqueries in the select list: the server
 * counts them for the rows of a page only, after it has sorted the others away.
 */
function employeeDays(at: Position): RawBuilder<unknown> {
  const ofShift = sql`(${sales(at)}) s
     WHERE s.company_id = h.company_id AND s.employee_id = h.employee_id AND s.entry_date = h.day`;
  const figure = (name: keyof typeof FIGURES) =>
    sql`(SELECT ${FIGURES[name]} FROM ${ofShift}) AS ${sql.ref(name)}`;
  return sql`
    SELECT h.company_id, h.day, h.employee_id,
           ${figure('sales')}, ${figure('closed_sales')}, ${figure('commission_cents')},
           h.shift_id, h.time_zone, h.started_at, h.ended_at, h.set_duration, h.shift_since
      FROM (${shifts(at)}) h
    UNION ALL
    SELECT s.company_id, s.entry_date, s.employee_id,
           ${FIGURES.sales}, ${FIGURES.closed_sales}, ${FIGURES.commission_cents},
           NULL, NULL, NULL, NULL, NULL, NULL
      FROM (${sales(at)}) s
     WHERE NOT EXISTS (SELECT FROM (${shifts(at)}) h
             WHERE h.company_id = s.company_id AND h.employee_id = s.employee_id AND h.day = s.entry_date)
     GROUP BY s.company_id, s.entry_date, s.employee_id`;
}

/**
 * The tables of the read models as of a position, by name: the same columns and rows. Conditions on company,
 * employee and day reach the tables below, through `UNION ALL` and `GROUP BY`.
 */
export const pastTables: Readonly<Record<string, Relation>> = {
  [employeesTable.name]: versions(employeesTable, pastEmployeesTable),
  [campaignsTable.name]: versions(campaignsTable, pastCampaignsTable),
  [goalsTable.name]: versions(goalsTable, pastGoalsTable),
  [jobAidsTable.name]: versions(jobAidsTable, pastJobAidsTable),
  [salesTable.name]: sales,
  [employeeDaysTable.name]: employeeDays,
};
