import type { EventType, StoredEvent } from '#contracts/events/vocabulary.ts';
import { type PaySchedules, periodsUntil } from '#contracts/pay/pay-periods.ts';
import {
  inOrder,
  type Recomputed,
  type StatementLine,
  type UnlockedLine,
  unlockedStatements,
} from '#contracts/pay/statement.ts';
import type { Handler, ReadModel, Rows } from '../runner/read-model.ts';
import { type AnyRow, keyOfRow, type Table } from '../runner/table.ts';
import { pay } from './pay.projector.ts';

type Locked = StoredEvent<'StatementLocked'>;
const model: ReadModel = pay;
type AnyHandler = Handler<EventType, Readonly<Record<string, Table>>>;
type RowMap = Map<string, AnyRow>;

/**
 * Recomputes every locked statement of one company from its events alone, as of the position that it covers; nothing is
 * read from the read models. `events`: all of the company, in the order of the log; they are gone through twice.
 */
export async function* recomputeStatements(
  events: () => AsyncIterable<StoredEvent>,
): AsyncGenerator<Recomputed, void, void> {
  const waiting: Locked[] = [];
  for await (const event of events()) if (event.type === 'StatementLocked') waiting.push(event);
  waiting.sort((a, b) => a.data.through - b.data.through || a.position - b.position);
  const state = createState();
  for await (const event of events()) {
    while (waiting[0] && waiting[0].data.through < event.position)
      yield state.compare(waiting.shift() as Locked);
    state.take(event);
  }
  for (const event of waiting) yield state.compare(event);
}

/** The rows of the read model in memory, and what the last statement of each person left. */
function createState() {
  const maps = new Map<string, RowMap>();
  const rows = Object.fromEntries(
    Object.entries(pay.tables).map(([name, table]) => [name, rowsIn(maps, name, table)]),
  );
  const carried = new Map<string, Locked['data']>();
  const valuesOf = (name: keyof typeof pay.tables) => [...(maps.get(name) ?? new Map()).values()];

  function linesOf(employeeId: string): UnlockedLine[] {
    const sales = valuesOf('sales').filter((sale) => sale.employee_id === employeeId && !sale.is_settled);
    const locked = new Set(
      valuesOf('statements').flatMap((row) =>
        row.employee_id === employeeId && row.locked_at !== null ? [row.period_from] : [],
      ),
    );
    const extras = valuesOf('extras').filter(
      (extra) => extra.employee_id === employeeId && !locked.has(extra.period_from),
    );
    return [
      ...sales.map((sale) => {
        const owed = Math.max(sale.due_cents, sale.held_cents);
        const kind = sale.locked_lines === 0 ? ('earned' as const) : ('adjustment' as const);
        const waivedCents = sale.due_cents - owed - sale.waived_cents;
        const amounts = { cents: owed - sale.paid_cents, waivedCents, dueCents: sale.due_cents };
        return { kind, id: sale.sale_id, ...amounts, since: sale.since, paysOn: sale.pays_on };
      }),
      ...extras.map(({ kind, line_id, cents, since, period_from }) => ({
        ...{ kind, id: line_id, cents, waivedCents: 0, dueCents: null, since, paysOn: period_from },
      })),
    ];
  }

  function statementOf({ data }: Locked): readonly StatementLine[] {
    const { employeeId, from, to, isImported } = data;
    const lines = linesOf(employeeId);
    if (isImported)
      return inOrder(
        lines.filter(({ paysOn }) => paysOn >= from && paysOn <= to).map(({ paysOn, ...line }) => line),
      );
    const schedules: PaySchedules = JSON.parse(valuesOf('rules')[0]?.schedules ?? '[]');
    const last = carried.get(employeeId);
    const person = { lockedTo: last?.to ?? null, carriedOver: last?.carriedOver ?? [], lines };
    const statements = unlockedStatements(periodsUntil(schedules, from), person);
    return statements.find((statement) => statement.from === from)?.lines ?? [];
  }

  return {
    take(event: StoredEvent): void {
      const handler = model.on[event.type] as AnyHandler | undefined;
      handler?.apply(event, rows);
      if (event.type === 'StatementLocked') carried.set(event.data.employeeId, event.data);
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
