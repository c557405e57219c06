import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';

/** A process of its own that rebuilds, tells how far it is, and is killed on the way. */
const pool = createPool(process.argv[2] ?? '');
const store = createPostgresEventStore({ pool });
await rebuild({
  pool,
  store,
  projections: allProjections,
  onProgress: ({ events }) => process.send?.(events),
});
process.send?.('done');
