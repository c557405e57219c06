import { type Kysely, sql } from 'kysely';
import type { LocalDate } from '#contracts/local-date.ts';
import type { PayPeriod } from '#contracts/pay/pay-periods.ts';
import {
  isLocked,
  type StatementLine,
  type UnlockedLine,
  type UnlockedPay,
  unlockedStatements,
} from '#contracts/pay/statement.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { cents, countsAsPaid, isPayable, owed, waits } from './pending-pay.queries.ts';

/** A statement that was approved once, or is locked. */
export type KnownStatement = ReadModels['read.pay_statements'];

export type PersonPay<Line extends UnlockedLine = UnlockedLine> = UnlockedPay & {
  /** Events of the person's pay that all this knows of. */
  readonly payEvents: number;
  readonly statements: readonly KnownStatement[];
  readonly lines: readonly Line[];
};

/** All lines of a kind that a person has in a period, as one: `count` of them, `since` of the newest. */
export type LineSum = UnlockedLine & { readonly count: number };

type Summed = Pick<LineSum, 'cents' | 'count' | 'since'> & { readonly kind: string; readonly bucket: number };

const waived = sql<number>`s.due_cents - ${owed} - s.waived_cents`;
const importedDue = sql<number>`coalesce(s.imported_cents, s.due_cents)`;
/** As owedOf() has it: `greatest` leaves out a null. */
const importedOwed = sql<number>`greatest(${importedDue}, nullif(s.held_cents, 0))`;
const kind = sql<StatementLine['kind']>`CASE WHEN s.locked_lines = 0 THEN 'earned' ELSE 'adjustment' END`;

export type PayQueries = ReturnType<typeof createPayQueries>;

/** Pay as far as it is on no locked statement, and the statements that are locked. */
export function createPayQueries(db: Kysely<ReadModels>) {
  /** The statements that are known, of these people or of all, oldest first. */
  async function knownStatements(companyId: string, employeeIds: readonly string[] | null) {
    let query = db.selectFrom('read.pay_statements as t').selectAll().where('t.company_id', '=', companyId);
    if (employeeIds) query = query.where('t.employee_id', '=', sql<string>`ANY (${employeeIds}::text[])`);
    return query.orderBy('t.period_from').execute();
  }

  /** Sales with something that no locked statement has; those that count as paid are not among them. */
  function unsettled(companyId: string, employeeIds: readonly string[] | null) {
    const query = unsettledAnywhere(companyId).where(isPayable).where(sql<boolean>`NOT ${waits}`);
    return employeeIds ? query.where('s.employee_id', '=', sql<string>`ANY (${employeeIds}::text[])`) : query;
  }

  function unsettledAnywhere(companyId: string) {
    return db
      .selectFrom('read.pay_sales as s')
      .leftJoin('read.pay_rules as r', 'r.company_id', 's.company_id')
      .where('s.company_id', '=', companyId)
      .where('s.is_settled', '=', sql.lit(false));
  }

  /** Lines that managers added to statements that are not locked. */
  function extras(companyId: string, employeeIds: readonly string[] | null) {
    const query = db
      .selectFrom('read.pay_extras as x')
      .where('x.company_id', '=', companyId)
      .where('x.locked_position', 'is', null);
    return employeeIds ? query.where('x.employee_id', '=', sql<string>`ANY (${employeeIds}::text[])`) : query;
  }

  /** What the locked statements at these positions left for the next ones. */
  async function carriedOver(companyId: string, positions: readonly number[]) {
    if (positions.length === 0) return [];
    return db
      .selectFrom('read.pay_lines as l')
      .selectAll()
      .where('l.company_id', '=', companyId)
      .where('l.position', '=', sql<number>`ANY (${positions}::bigint[])`)
      .where('l.is_carried_over', '=', true)
      .orderBy('l.place')
      .execute();
  }

  /** Puts together what is known of each person. */
  async function peopleWith<Line extends UnlockedLine>(
    companyId: string,
    employeeIds: readonly string[] | null,
    linesOf: ReadonlyMap<string, readonly Line[]>,
  ): Promise<ReadonlyMap<string, PersonPay<Line>>> {
    const statements = await knownStatements(companyId, employeeIds);
    const byPerson = Map.groupBy(statements, ({ employee_id }) => employee_id);
    const last = [...byPerson.values()].flatMap((all) => all.findLast(isLocked) ?? []);
    const left = await carriedOver(
      companyId,
      last.flatMap(({ locked_position, carried_over_cents }) =>
        carried_over_cents !== 0 && locked_position !== null ? [locked_position] : [],
      ),
    );
    let people = db
      .selectFrom('read.pay_people as p')
      .select(['p.employee_id', 'p.pay_events'])
      .where('p.company_id', '=', companyId);
    if (employeeIds) people = people.where('p.employee_id', '=', sql<string>`ANY (${employeeIds}::text[])`);
    const known = new Map((await people.execute()).map((row) => [row.employee_id, row.pay_events]));
    const leftOf = Map.groupBy(left, ({ employee_id }) => employee_id);
    const ids = employeeIds ?? new Set([...byPerson.keys(), ...linesOf.keys(), ...known.keys()]);
    return new Map(
      [...ids].map((id) => {
        const its = byPerson.get(id) ?? [];
        return [
          id,
          {
            payEvents: known.get(id) ?? 0,
            statements: its,
            lockedTo: its.findLast(isLocked)?.period_to ?? null,
            carriedOver: (leftOf.get(id) ?? []).map(lineOfRow),
            lines: linesOf.get(id) ?? [],
          },
        ];
      }),
    );
  }

  /** The pay of these people, line by line. Unknown ids have none. */
  async function payOf(
    companyId: string,
    employeeIds: readonly string[],
  ): Promise<ReadonlyMap<string, PersonPay>> {
    const possible = employeeIds.filter((id) => canExist(id));
    if (!canExist(companyId) || possible.length === 0) return new Map();
    const sales = await unsettled(companyId, possible)
      .select(['s.employee_id as employeeId', 's.sale_id as id', 's.due_cents as dueCents', 's.since'])
      .select(['s.pays_on as paysOn', kind.as('kind'), cents.as('cents'), waived.as('waivedCents')])
      .execute();
    const added = await extras(companyId, possible)
      .select(['x.employee_id as employeeId', 'x.line_id as id', 'x.kind', 'x.cents', 'x.since'])
      .select(['x.period_from as paysOn', sql<number>`0`.as('waivedCents'), sql<null>`NULL`.as('dueCents')])
      .execute();
    const lines = byPerson([...sales, ...added], (line) => line as UnlockedLine);
    const people = await peopleWith(companyId, possible, lines);
    return people;
  }

  return {
    payOf,

    /** What counts as paid and is on no locked statement yet, confirmed or not. */
    async importedPay(companyId: string): Promise<ReadonlyMap<string, PersonPay>> {
      if (!canExist(companyId)) return new Map();
      const sales = await unsettledAnywhere(companyId)
        .where(countsAsPaid)
        .select(['s.employee_id as employeeId', 's.sale_id as id', kind.as('kind')])
        .select([importedDue.as('dueCents'), sql<number>`${importedOwed} - s.paid_cents`.as('cents')])
        .select(sql<number>`${importedDue} - ${importedOwed} - s.waived_cents`.as('waivedCents'))
        .select(sql<number>`coalesce(s.imported_since, s.since)`.as('since'))
        .select(sql<string>`coalesce(s.imported_on, s.pays_on)`.as('paysOn'))
        .execute();
      const lines = byPerson(sales, (line) => line as UnlockedLine);
      const people = await peopleWith(companyId, [...lines.keys()], lines);
      return people;
    },

    /** The same for everybody with pay, as sums: no line has an id. `periods`: all of the company, oldest first. */
    async payOfAll(
      companyId: string,
      periods: readonly PayPeriod[],
    ): Promise<ReadonlyMap<string, PersonPay<LineSum>>> {
      const last = periods.at(-1);
      if (!canExist(companyId) || !last) return new Map();
      const starts = periods.map(({ from }) => from);
      const bucket = (date: string) => sql<number>`width_bucket(${sql.ref(date)}, ${starts}::date[])`;
      const count = sql<number>`count(*)::integer`;
      const sales = await unsettled(companyId, null)
        .select(['s.employee_id as employeeId', kind.as('kind'), bucket('s.pays_on').as('bucket')])
        .select([sql<number>`sum(${cents})::bigint`.as('cents'), count.as('count')])
        .select(({ fn }) => fn.max<number>('s.since').as('since'))
        .where('s.pays_on', '<=', last.to)
        .groupBy(['s.employee_id', sql`2`, sql`3`])
        .execute();
      const added = await extras(companyId, null)
        .select(['x.employee_id as employeeId', 'x.kind', bucket('x.period_from').as('bucket')])
        .select([sql<number>`sum(x.cents)::bigint`.as('cents'), count.as('count')])
        .select(({ fn }) => fn.max<number>('x.since').as('since'))
        .where('x.period_from', '<=', last.to)
        .groupBy(['x.employee_id', 'x.kind', sql`3`])
        .execute();
      // Of a date before the first period: on the first statement.
      const sumOf = ({ bucket: place, ...sum }: Summed) =>
        ({
          ...{ ...sum, id: '', waivedCents: 0, dueCents: null },
          paysOn: periods[Math.max(0, place - 1)]?.from ?? last.to,
        }) as LineSum;
      const people = await peopleWith(companyId, null, byPerson([...sales, ...added], sumOf));
      // A sum does not tell which of its lines a negative total carries over.
      const negative = [...people.keys()].filter((id) => carriesOver(periods, people.get(id) as PersonPay));
      const inLines = await payOf(companyId, negative);
      const counted = ({ lines, ...person }: PersonPay) => ({
        ...person,
        lines: lines.filter(({ paysOn }) => paysOn <= last.to).map((line) => ({ ...line, count: 1 })),
      });
      return new Map([...people, ...[...inLines].map(([id, person]) => [id, counted(person)] as const)]);
    },

    /** The lines of a locked statement in its order. */
    async lockedLines(companyId: string, employeeId: string, from: LocalDate): Promise<StatementLine[]> {
      if (!canExist(companyId, employeeId)) return [];
      const rows = await db
        .selectFrom('read.pay_lines as l')
        .selectAll()
        .where('l.company_id', '=', companyId)
        .where('l.employee_id', '=', employeeId)
        .where('l.period_from', '=', from)
        .where('l.is_carried_over', '=', false)
        .orderBy('l.position')
        .orderBy('l.place')
        .execute();
      return rows.map(lineOfRow);
    },
  };
}

/** Whether a statement that is not locked leaves something to a later one of these periods. */
function carriesOver(periods: readonly PayPeriod[], person: UnlockedPay): boolean {
  const totals = unlockedStatements(periods, person).slice(0, -1);
  return totals.some(({ lines }) => lines.reduce((sum, { cents }) => sum + cents, 0) < 0);
}

function byPerson<Row extends { readonly employeeId: string }, Line>(
  rows: readonly Row[],
  lineOf: (row: Omit<Row, 'employeeId'>) => Line,
): ReadonlyMap<string, readonly Line[]> {
  const found = new Map<string, Line[]>();
  for (const { employeeId, ...row } of rows) {
    const lines = found.get(employeeId);
    if (lines) lines.push(lineOf(row));
    else found.set(employeeId, [lineOf(row)]);
  }
  return found;
}

function lineOfRow(row: ReadModels['read.pay_lines']): StatementLine {
  const { kind, id, cents, waived_cents, due_cents, made_by } = row;
  return {
    ...{ kind: kind as StatementLine['kind'], id, cents, waivedCents: waived_cents },
    ...{ dueCents: due_cents, since: made_by },
  };
}
