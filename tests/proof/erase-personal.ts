import type pg from 'pg';
import { type EventType, events } from '#contracts/events/vocabulary.ts';
import type { JsonObject, RecordedEvent } from '#platform/event-store/event-store.port.ts';

/** The data of an event with blank personal values, the form that an erasure must leave. */
export function blanked({ type, data }: RecordedEvent): JsonObject {
  const { own = [], within = {} } = events[type as EventType].personal;
  const blank = (object: JsonObject, names: readonly string[]) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [name, names.includes(name) ? '' : value]),
    );
  return Object.fromEntries(
    Object.entries(blank(data as JsonObject, own)).map(([name, value]) => [
      name,
      name in within ? blank(value as JsonObject, within[name] ?? []) : value,
    ]),
  );
}

/** Erases the personal values and the keys of these events in the database, as an operator would. */
export async function erasePersonal(
  pool: pg.Pool,
  companyId: string,
  recorded: readonly RecordedEvent[],
): Promise<void> {
  for (const event of recorded) {
    const text = JSON.stringify(blanked(event));
    await pool.query('UPDATE events SET data = $2::json WHERE position = $1', [event.position, text]);
  }
  await pool.query(
    'UPDATE seal_links SET key = NULL WHERE company_id = $1 AND position = ANY ($2::bigint[])',
    [companyId, recorded.map(({ position }) => position)],
  );
}
