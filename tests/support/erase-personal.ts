import type pg from 'pg';
import type { EventType } from '#contracts/events/vocabulary.ts';
import { personalFields } from '#contracts/proof/personal-fields.ts';
import type { JsonObject, RecordedEvent } from '#platform/event-store/event-store.port.ts';

/** The data of an event with nothing in place of each personal value, as whoever erases them has to leave it. */
export function blanked({ type, data }: RecordedEvent): JsonObject {
  const { own = [], within = {} } = personalFields[type as EventType];
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

/** Erases the personal values of these events and their keys in the database, as its operator would. */
export async function erasePersonal(
  pool: pg.Pool,
  companyId: string,
  events: readonly RecordedEvent[],
): Promise<void> {
  for (const event of events) {
    const text = JSON.stringify(blanked(event));
    await pool.query('UPDATE events SET data = $2::json WHERE position = $1', [event.position, text]);
  }
  await pool.query(
    'UPDATE seal_links SET key = NULL WHERE company_id = $1 AND position = ANY ($2::bigint[])',
    [companyId, events.map(({ position }) => position)],
  );
}
