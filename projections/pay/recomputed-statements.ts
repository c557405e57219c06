import type { EventType, StoredEvent } from '#contracts/events/vocabulary.ts';
import { type PaySchedules, periodsUntil } from '#contracts/pay/pay-periods.ts';
import {
  inOrder,
  type Recomputed,
  type StatementLine,
  unlockedStatements,
} from '#contracts/pay/statement.ts';
import type { Handler, ReadModel, Rows } from '../runner/read-model.ts';
import { type AnyRow, keyOfRow, type RowOf, type Table } from '../runner/table.ts';
import { countsAsPaid } from './imported-sales.ts';
import { pay } from './pay.projector.ts';
import { owedOf } from './statement-rows.ts';

type Locked = StoredEvent<'StatementLocked'>;
const model: ReadModel = pay;
type AnyHandler = Handler<EventType, Readonly<Record<string, Table>>>;
type RowMap = Map<string, AnyRow>;
type Sale = RowOf<typeof pay.tables.sales>;

/**
 * Recomputes every locked statement of one company from its events alone, as of the position that it covers; nothing is
 * read from the read models. `events`: all of the company, in the order of the log; they are gone through twice.
 */
export async function* recomputeStatements(
  events: () => AsyncIterable<StoredEvent>,
): AsyncGenerator<Recomputed, void, void> {
  const waiting = await locksOf(events());
  const state = createState();
  let number = 0;
  for await (const event of events()) {
    for (; waiting[0] && waiting[0].upTo <= number; waiting.shift()) yield state.compare(waiting[0].event);
    state.take(event);
    number += 1;
  }
  for (const { event } of waiting) yield state.compare(event);
}

/**
 * The locked statements with the number of events that each covers, by that number. Positions of two logs, as a company
 * that moved has them, are in no order: the one that a statement names is the last with it before the statement.
 */
async function locksOf(events: AsyncIterable<StoredEvent>) {
  const numbers = new Map<number, number>();
  const found: { event: Locked; upTo: number }[] = [];
  let number = 0;
  for await (const event of events) {
    number += 1;
    if (event.type === 'StatementLocked') found.push({ event, upTo: numbers.get(event.data.through) ?? 0 });
    numbers.set(event.position, number);
  }
  return found.sort((a, b) => a.upTo - b.upTo);
}

/** The rows of the read model in memory, and what the last statement of each person left. */
function createState() {
  const maps = new Map<string, RowMap>();
  const rows = Object.fromEntries(
    Object.entries(pay.tables).map(([name, table]) => [name, rowsIn(maps, name, table)]),
  );
  const carried = new Map<string, Locked['data']>();
  /** Sales by person; many statements are asked for between two events. */
  let unsettled: ReadonlyMap<string, readonly Sale[]> | null = null;
  const valuesOf = (name: keyof typeof pay.tables) => [...(maps.get(name) ?? new Map()).values()];

  function linesOf({ employeeId, isImported: isCounting, lines }: Locked['data']) {
    // Versions before 3 of the read model had some sales on statements that count as paid since.
    const paidAnyway = new Set(
      lines.flatMap(({ kind, id }) => (!isCounting && kind === 'earned' ? [id] : [])),
    );
    const rules = valuesOf('rules')[0];
    unsettled ??= Map.groupBy(
      valuesOf('sales').filter((sale) => !sale.is_settled),
      (sale) => sale.employee_id,
    );
    const extras = valuesOf('extras').filter(
      (extra) => extra.employee_id === employeeId && extra.locked_position === null,
    );
    return [
      ...(unsettled.get(employeeId) ?? []).flatMap((sale) => {
        const isImported = countsAsPaid(sale, rules) && !paidAnyway.has(sale.sale_id);
        const dueCents = (isImported ? sale.imported_cents : null) ?? sale.due_cents;
        const owed = owedOf(dueCents, sale.held_cents);
        if (!isImported && sale.is_pending && owed > sale.paid_cents) return [];
        const kind = sale.locked_lines === 0 ? ('earned' as const) : ('adjustment' as const);
        const waivedCents = dueCents - owed - sale.waived_cents;
        const amounts = { cents: owed - sale.paid_cents, waivedCents, dueCents };
        const since = (isImported ? sale.imported_since : null) ?? sale.since;
        const paysOn = (isImported ? sale.imported_on : null) ?? sale.pays_on;
        return [{ kind, id: sale.sale_id, ...amounts, since, paysOn, isImported }];
      }),
      ...extras.map(({ kind, line_id, cents, since, period_from }) => ({
        ...{ kind, id: line_id, cents, waivedCents: 0, dueCents: null, since, paysOn: period_from },
        isImported: false,
      })),
    ];
  }

  function statementOf({ data }: Locked): readonly StatementLine[] {
    const { employeeId, from, to, isImported } = data;
    const schedules: PaySchedules = JSON.parse(valuesOf('rules')[0]?.schedules ?? '[]');
    // Logs of before this was so have the past counted as paid right before the first schedule.
    const lines = linesOf(data)
      .filter((line) => line.isImported === (isImported && schedules.length > 0))
      .map(({ isImported: _, ...line }) => line);
    if (isImported)
      return inOrder(
        lines.filter(({ paysOn }) => paysOn >= from && paysOn <= to).map(({ paysOn, ...line }) => line),
      );
    const last = carried.get(employeeId);
    const person = { lockedTo: last?.to ?? null, carriedOver: last?.carriedOver ?? [], lines };
    const statements = unlockedStatements(periodsUntil(schedules, from), person);
    return statements.find((statement) => statement.from === from)?.lines ?? [];
  }

  return {
    take(event: StoredEvent): void {
      unsettled = null;
      const handler = model.on[event.type] as AnyHandler | undefined;
      handler?.apply(event, rows);
      if (event.type === 'StatementLocked' && !event.data.isImported)
        carried.set(event.data.employeeId, event.data);
    },
    compare(event: Locked): Recomputed {
      const { employeeId, from, to, lines } = event.data;
      return { employeeId, period: { from, to }, locked: lines, recomputed: statementOf(event) };
    },
  };
}

function rowsIn(maps: Map<string, RowMap>, name: string, table: Table): Rows<Table> {
  const rows: RowMap = new Map();
  const keyOf = keyOfRow(table);
  // Former versions and locked lines are never asked for.
  if (!table.addOnly) maps.set(name, rows);
  return {
    get: (...key: string[]) => rows.get(key.join('\0')),
    put: (row: AnyRow) => {
      if (!table.addOnly) rows.set(keyOf(row), row);
    },
    remove: (...key: string[]) => void rows.delete(key.join('\0')),
  };
}
