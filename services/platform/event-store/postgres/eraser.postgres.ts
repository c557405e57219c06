import type pg from 'pg';
import { ERASED, type EventStore, type StreamSelection } from '../event-store.port.ts';
import { outageOr } from './outage.postgres.ts';

/** Events in one transaction: a big company must not block vacuum for minutes. */
const AT_ONCE = 2000;
/** The first name after all names with this prefix; names are compared by bytes. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Blanks events in place, the only change that the table permits; see migration 070. */
export function createEraser(pool: pg.Pool): Pick<EventStore, 'count' | 'erase'> {
  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await pool.query<Row>(text, values)).rows;
    } catch (error) {
      throw outageOr(error);
    }
  }

  /** Each part uses the index on stream names; an OR of them would scan the whole table. */
  function selected({ streams, prefixes }: StreamSelection, condition: string) {
    const ends = prefixes.map((prefix) => prefix + LAST_CHARACTER);
    const text = `
      SELECT position FROM events WHERE stream = ANY ($1) AND ${condition}
      UNION
      SELECT e.position FROM unnest($2::text[], $3::text[]) AS range (first, last)
        JOIN events e ON e.stream >= range.first COLLATE "C" AND e.stream < range.last COLLATE "C"
       WHERE ${condition}`;
    return { text, values: [streams, prefixes, ends] };
  }

  async function count(selection: StreamSelection): Promise<number> {
    const { text, values } = selected(selection, 'true');
    const [counted] = await query<{ count: number | string }>(`SELECT count(*) FROM (${text}) s`, values);
    return Number(counted?.count ?? 0);
  }

  return {
    count,
    async erase(selection) {
      const { text, values } = selected(selection, `type <> '${ERASED}'`);
      const rows = await query<{ position: string | number }>(`${text} ORDER BY position DESC`, values);
      for (let start = 0; start < rows.length; start += AT_ONCE) {
        const positions = rows.slice(start, start + AT_ONCE).map(({ position }) => position);
        await query(
          `UPDATE events SET type = '${ERASED}', version = 1, data = '{}', metadata = '{}'
            WHERE position = ANY ($1::bigint[])`,
          [positions],
        );
      }
      return count(selection);
    },
  };
}
