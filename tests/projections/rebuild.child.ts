import { writeSync } from 'node:fs';
import { createPool } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';

/** A process that rebuilds until it has read up to that position, reports it, and then waits to be killed. */
const [url = '', enough = '0'] = process.argv.slice(2);
const pool = createPool(url);
const store = createPostgresEventStore({ pool });
const readAll: EventStore['readAll'] = async (options) => {
  if (Number(options.after) < Number(enough)) return store.readAll(options);
  writeSync(process.stdout.fd, `${options.after}\n`);
  return new Promise(() => {});
};
const once = () => rebuild({ pool, store: { ...store, readAll }, projections: allProjections });
// The session of a killed process may hold its locks for a moment longer.
while (!(await once()).ok);
