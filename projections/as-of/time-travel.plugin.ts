import {
  AliasNode,
  FromNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  ParensNode,
  type RawBuilder,
  RawNode,
  type ReferenceNode,
  type RootOperationNode,
  SelectQueryNode,
  sql,
  TableNode,
} from 'kysely';
import {
  campaignsTable,
  goalsTable,
  pastCampaignsTable,
  pastGoalsTable,
} from '../catalogue/catalogue.table.ts';
import { claimsTable, pastClaimsTable } from '../claims/claims.table.ts';
import { employeesTable, pastEmployeesTable } from '../directory/directory.table.ts';
import { employeeDaysTable, pastEmployeeDaysTable } from '../employee-days/employee-days.table.ts';
import { jobAidsTable, pastJobAidsTable } from '../job-aids/job-aids.table.ts';
import {
  pastPayRulesTable,
  pastPaySalesTable,
  pastPayStatementsTable,
  payExtrasTable,
  payLinesTable,
  payPeopleTable,
  payRulesTable,
  paySalesTable,
  payStatementsTable,
} from '../pay/pay.table.ts';
import type { Table } from '../runner/table.ts';
import { pastSalesTable, salesTable } from '../sales-book/sales-book.table.ts';

const SCHEMA = 'read';

/**
 * Makes queries on read models answer as of a position of the log while `position` says one: each table of the
 * read models becomes a subquery of the same name and columns, see pastTables. A query that cannot be taken
 * there throws, since an answer of now in its place would look like one of then.
 */
export function timeTravel(position: () => number | undefined): KyselyPlugin {
  return {
    transformQuery({ node }): RootOperationNode {
      const at = position();
      if (at === undefined) return node;
      if (!SelectQueryNode.is(node) && !RawNode.is(node)) throw new Error('only questions have a past');
      return new IntoThePast(at).transformNode(node);
    },
    transformResult: async ({ result }) => result,
  };
}

class IntoThePast extends OperationNodeTransformer {
  readonly #at: number;

  constructor(at: number) {
    super();
    this.#at = at;
  }

  protected override transformAlias(node: AliasNode): AliasNode {
    const past = this.#pastOf(node.node);
    return past ? { ...node, node: past } : super.transformAlias(node);
  }

  protected override transformFrom(node: FromNode): FromNode {
    return super.transformFrom(FromNode.create(node.froms.map(named)));
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    return super.transformJoin({ ...node, table: named(node.table) });
  }

  /** `read.sales.price` is `sales.price` of the subquery. */
  protected override transformReference(node: ReferenceNode): ReferenceNode {
    const name = node.table && tableName(node.table);
    return super.transformReference(name === undefined ? node : { ...node, table: TableNode.create(name) });
  }

  protected override transformTable(node: TableNode): TableNode {
    if (tableName(node) !== undefined) throw new Error('a table of the read models where no past can be put');
    return super.transformTable(node);
  }

  protected override transformRaw(node: RawNode): RawNode {
    if (node.sqlFragments.some((text) => /\bread\s*\./.test(text)))
      throw new Error('SQL that names tables of now has no past');
    return super.transformRaw(node);
  }

  #pastOf(node: OperationNode): OperationNode | undefined {
    const name = TableNode.is(node) ? tableName(node) : undefined;
    if (name === undefined) return undefined;
    const relation = pastTables[name];
    if (!relation) throw new Error(`there is no past of ${SCHEMA}.${name}`);
    return ParensNode.create(relation(this.#at).toOperationNode());
  }
}

/** A table without an alias goes by its own name. */
function named(node: OperationNode): OperationNode {
  const name = TableNode.is(node) ? tableName(node) : undefined;
  return name === undefined ? node : AliasNode.create(node, IdentifierNode.create(name));
}

/** Of a read model's table; undefined for an alias. */
function tableName({ table }: TableNode): string | undefined {
  return table.schema?.name === SCHEMA ? table.identifier.name : undefined;
}

/** Everything here is as of right after the event at that position. */
type Position = number;
type Relation = (at: Position) => RawBuilder<unknown>;

const tableNow = (table: Table) => sql.table(`read.${table.name}`);
const listed = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** The rows of a table as they were: those of now that were there already, and those that were replaced since. */
function versions(table: Table, past: Table, column: 'since' | 'row_since' = 'since'): Relation {
  const columns = listed(Object.keys(table.columns));
  const since = sql.raw(column);
  return (at) => sql`
    SELECT ${columns} FROM ${tableNow(table)} WHERE ${since} <= ${at}
    UNION ALL
    SELECT ${columns} FROM ${tableNow(past)} WHERE ${since} <= ${at} AND until > ${at}`;
}

const sales = versions(salesTable, pastSalesTable);

const SHIFT_COLUMNS = Object.keys(pastEmployeeDaysTable.columns).filter(
  (column) => column !== 'since' && column !== 'until',
);

function shifts(at: Position): RawBuilder<unknown> {
  const columns = listed(SHIFT_COLUMNS);
  return sql`
    SELECT ${columns}, shift_since FROM ${tableNow(employeeDaysTable)} WHERE shift_since <= ${at}
    UNION ALL
    SELECT ${columns}, since FROM ${tableNow(pastEmployeeDaysTable)} WHERE since <= ${at} AND until > ${at}`;
}

/** Every version of a sale that was there by then, replaced or not. */
function allSales(at: Position): RawBuilder<unknown> {
  const columns = listed(['company_id', 'employee_id', 'entry_date', 'since']);
  return sql`
    SELECT ${columns} FROM ${tableNow(salesTable)} WHERE since <= ${at}
    UNION ALL
    SELECT ${columns} FROM ${tableNow(pastSalesTable)} WHERE since <= ${at}`;
}

const OF_DAY = sql`s.company_id = d.company_id AND s.employee_id = d.employee_id AND s.entry_date = d.day`;

const FIGURES = {
  sales: sql`count(*)::integer`,
  closed_sales: sql`count(*) FILTER (WHERE s.status = 'Closed')::integer`,
  commission_cents: sql`coalesce(sum(s.commission_cents) FILTER (WHERE s.status = 'Closed'), 0)::bigint`,
};

/**
 * Days with a shift and days with sales only. The figures are subqueries in the outermost select list: the server counts
 * them for the rows of a page only, after it has sorted the others away.
 */
function employeeDays(at: Position): RawBuilder<unknown> {
  const figure = (name: keyof typeof FIGURES) => sql`
    (SELECT ${FIGURES[name]} FROM (${sales(at)}) s WHERE ${OF_DAY}) AS ${sql.ref(name)}`;
  return sql`
    SELECT d.company_id, d.day, d.employee_id,
           ${figure('sales')}, ${figure('closed_sales')}, ${figure('commission_cents')},
           greatest(d.shift_since, (SELECT max(s.since) FROM (${allSales(at)}) s WHERE ${OF_DAY})) AS last_act,
           d.shift_id, d.time_zone, d.start_zone, d.started_at, d.start_reason, d.ended_at, d.set_duration, d.shift_since
      FROM (${shifts(at)}
            UNION ALL
            SELECT s.company_id, s.entry_date, s.employee_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
              FROM (${sales(at)}) s
             WHERE NOT EXISTS (SELECT FROM (${shifts(at)}) h
                     WHERE h.company_id = s.company_id AND h.employee_id = s.employee_id AND h.day = s.entry_date)
             GROUP BY s.company_id, s.entry_date, s.employee_id) d`;
}

/** Rows that never change; of people only those that there were: what else is known of them serves writes. */
function upTo(table: Table, column: 'position' | 'since'): Relation {
  const columns = listed(Object.keys(table.columns));
  return (at) => sql`SELECT ${columns} FROM ${tableNow(table)} WHERE ${sql.ref(column)} <= ${at}`;
}

/** Lines that managers had added by then, and whether their statement was locked. */
function payExtras(at: Position): RawBuilder<unknown> {
  const kept = Object.keys(payExtrasTable.columns).filter((column) => column !== 'locked_position');
  return sql`
    SELECT ${listed(kept)}, CASE WHEN locked_position <= ${at} THEN locked_position END AS locked_position
      FROM ${tableNow(payExtrasTable)} WHERE since <= ${at}`;
}

/** What was due then, and what the statements that were locked by then had of it. */
function paySales(at: Position): RawBuilder<unknown> {
  const paid = sql`coalesce(p.cents, 0)`;
  const waived = sql`coalesce(p.waived, 0)`;
  const owed = sql`greatest(v.due_cents, v.held_cents)`;
  const counted = sql`coalesce(p.counted, 0)`;
  const isSettled = sql`v.imported_on IS NULL AND ${owed} = ${paid} AND v.due_cents - ${owed} = ${waived}`;
  return sql`
    SELECT v.company_id, v.sale_id, v.employee_id, v.due_cents, v.held_cents, v.earned_on, v.pays_on,
           v.imported_on, v.imported_cents, v.imported_since, v.is_pending, v.sale_revision, v.since, v.row_since,
           ${paid}::bigint AS paid_cents, ${waived}::bigint AS waived_cents,
           ${counted}::bigint AS counted_cents, coalesce(p.lines, 0)::integer AS locked_lines,
           v.clawback_until, ${isSettled} AS is_settled
      FROM (${versions(paySalesTable, pastPaySalesTable, 'row_since')(at)}) v
      LEFT JOIN LATERAL (
        SELECT sum(l.cents) AS cents, sum(l.waived_cents) AS waived, count(*) AS lines,
               sum(l.cents) FILTER (WHERE l.period_from < r.first_day) AS counted
          FROM ${tableNow(payLinesTable)} l LEFT JOIN ${tableNow(payRulesTable)} r ON r.company_id = l.company_id
         WHERE l.company_id = v.company_id AND l.id = v.sale_id AND l.employee_id = v.employee_id
           AND l.kind IN ('earned', 'adjustment') AND NOT l.is_carried_over AND l.position <= ${at}) p ON true`;
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
  [payRulesTable.name]: versions(payRulesTable, pastPayRulesTable),
  [payStatementsTable.name]: versions(payStatementsTable, pastPayStatementsTable),
  [payLinesTable.name]: upTo(payLinesTable, 'position'),
  [payExtrasTable.name]: payExtras,
  [payPeopleTable.name]: upTo(payPeopleTable, 'since'),
  [paySalesTable.name]: paySales,
  [claimsTable.name]: versions(claimsTable, pastClaimsTable),
};
