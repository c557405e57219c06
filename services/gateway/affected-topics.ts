import type { LiveTopic } from '#contracts/live/live-protocol.ts';
import type { ReadModelChange } from '#platform/live/live-bus.port.ts';
import type { ReadModelName } from '#projections/all.projections.ts';

/** A committed change as the viewers of a topic see it. A part that is null may be any. */
export type AffectedTopic = {
  readonly topic: LiveTopic;
  /** Whose own figures; null for a topic of the whole company. */
  readonly person: string | null;
  /** Local date of the row. */
  readonly date: string | null;
  /** The row within its channel. */
  readonly key: string | null;
};

type RowKey = Readonly<Partial<Record<string, string>>>;

/** Which topics show the rows of a committed change; none for a read model of another version of the program. */
export function affectedTopics({ model, keys }: ReadModelChange): readonly AffectedTopic[] {
  if (!Object.hasOwn(topicsOfRow, model)) return [];
  const rows = keys.length > 0 ? keys : [{}];
  return rows.flatMap(topicsOfRow[model as ReadModelName]);
}

const topicsOfRow: { readonly [Model in ReadModelName]: (row: RowKey) => readonly AffectedTopic[] } = {
  'employee-days': ({ employee_id: person = null, day: date = null }) => [
    { topic: 'billboard', person: null, date, key: person },
    // Of any date, because the commission in own figures is of all time.
    { topic: 'own figures', person, date: null, key: person },
  ],
  'sales-book': (row) => [{ topic: 'sale news', person: null, date: null, key: row.sale_id ?? null }],
  // A new name or another campaign, and with it another goal.
  directory: ({ employee_id: person = null }) => [
    { topic: 'billboard', person: null, date: null, key: person },
    { topic: 'own figures', person, date: null, key: person },
  ],
  // The change does not say which people have that campaign or goal, so it is every row of the board. Own figures
  // are one row; any key stands for it and makes it a change instead of a snapshot.
  catalogue: (row) => [
    { topic: 'billboard', person: null, date: null, key: null },
    { topic: 'own figures', person: null, date: null, key: row.goal_id ?? row.campaign_id ?? null },
  ],
  'company-account': () => [],
  'job-aids': () => [],
  history: () => [],
};
