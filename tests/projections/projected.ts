import type { DomainEvent, EventMetadata, StoredEvent } from '#contracts/events/vocabulary.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { askForRows, fold } from '#projections/runner/fold.ts';
import { createProjection } from '#projections/runner/projection.ts';
import type { ReadModel } from '#projections/runner/read-model.ts';
import { type AnyRow, keyOfRow } from '#projections/runner/table.ts';

export const COMPANY = 'co';

/** An event; its metadata only where a projector looks at it. */
type Told = DomainEvent & { readonly metadata?: Partial<EventMetadata> };

/** Projects these events of one company; returns the rows of a read model by table, in order of their keys. */
export function projected(model: ReadModel, ...events: readonly Told[]) {
  const projection = createProjection(model, [], { size: 10 });
  const stored = new Map(projection.tables.map(({ table }) => [table.name, new Map<string, AnyRow>()]));
  const aside: string[] = [];
  events.forEach(({ type, data, metadata: told }, index) => {
    const stream = 'saleId' in data ? `sale-${data.saleId}` : 'other';
    const envelope = { id: `${index}`, stream, revision: index, position: index + 1, version: 1 };
    const metadata = {
      companyId: COMPANY,
      actorId: null,
      commandId: '',
      correlationId: '',
      at: '',
      origin: 'api',
      ...told,
    };
    const event = { ...envelope, type, data, metadata } as StoredEvent;
    const recorded = { ...event, version: 1, recordedAt: '' } satisfies RecordedEvent;
    const batch = [{ recorded, event, fault: null }];
    askForRows(projection, batch);
    for (const { table, rows } of projection.tables) {
      const held = stored.get(table.name);
      rows.load(
        rows.missing().flatMap((key): AnyRow[] => {
          const row = held?.get(key);
          return row ? [row] : [];
        }),
      );
    }
    aside.push(...fold(projection, batch, null).map(({ reason }) => reason));
    for (const { table, rows } of projection.tables) {
      const { created, updated, removed } = rows.changes();
      for (const row of [...created, ...updated]) stored.get(table.name)?.set(keyOfRow(table)(row), row);
      for (const key of removed) stored.get(table.name)?.delete(key);
      rows.markWritten();
    }
  });
  const rowsOf = (table: string) =>
    [...(stored.get(table) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return { rowsOf, aside };
}
