import type { LiveTopic } from '#contracts/live/live-protocol.ts';
import type { ReadModelChange } from '#platform/live/live-bus.port.ts';

/** A committed change as the viewers of a topic see it. A part that is null may be any. */
export type Touch = {
  readonly topic: LiveTopic;
  /** Whose own figures; null where the topic is the whole company's. */
  readonly person: string | null;
  /** Local date of the row. */
  readonly date: string | null;
  /** The row within its channel. */
  readonly key: string | null;
};

/**
 * Which topics show rows of this change. Read models that no topic shows, or whose news another one brings,
 * touch nothing: sales per hour and the shift log change together with the billboard.
 */
export function touchesOf(change: ReadModelChange): readonly Touch[] {
  const keys = change.keys.length > 0 ? change.keys : [{}];
  return keys.flatMap((key) => touchesOfRow(change.model, key));
}

function touchesOfRow(model: string, row: Readonly<Partial<Record<string, string>>>): readonly Touch[] {
  const person = row.employee_id ?? null;
  const date = row.day ?? null;
  switch (model) {
    case 'billboard':
      return [
        { topic: 'billboard', person: null, date, key: person },
        { topic: 'own figures', person, date, key: person },
      ];
    case 'commission':
      // Of any date, because the total is of all time.
      return [{ topic: 'own figures', person, date: null, key: person }];
    case 'sales-book':
      return [{ topic: 'sale news', person: null, date: null, key: row.sale_id ?? null }];
    case 'directory':
      // A new name or another campaign, and with it another goal.
      return [
        { topic: 'billboard', person: null, date: null, key: person },
        { topic: 'own figures', person, date: null, key: person },
      ];
    case 'catalogue':
      // Whose campaign or goal it is, nobody knows here. Own figures are one row, so any key means all of them
      // and they come as a change, not as a snapshot.
      return [
        { topic: 'billboard', person: null, date: null, key: null },
        { topic: 'own figures', person: null, date: null, key: row.goal_id ?? row.campaign_id ?? null },
      ];
    default:
      return [];
  }
}
