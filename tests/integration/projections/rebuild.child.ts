import { writeSync } from 'node:fs';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';

/** A process of its own that rebuilds, says when it has read so many events, and stands still then, to be killed. */
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
// The session of one that was killed may hold its locks for a moment longer.
while (!(await once()).ok);
