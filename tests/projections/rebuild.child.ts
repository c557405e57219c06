import { writeSync } from 'node:fs';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';

/** A process that rebuilds, reports when it has read that many events, and then stands still to be killed. */
const [url = '', enough = '0'] = process.argv.slice(2);
const pool = createPool(url);
const store = createPostgresEventStore({ pool });
const once = () =>
  rebuild({
    pool,
    store,
    projections: allProjections,
    onProgress: ({ events }) => {
      if (events < Number(enough)) return;
      writeSync(process.stdout.fd, `${events}\n`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  });
// The session of a killed process may hold its locks for a moment longer.
while (!(await once()).ok);
