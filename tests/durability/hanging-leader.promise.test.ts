import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { HELD_SHARDS } from '#tests/projections/projection-world.ts';
import { startProgramProcess, temporaryDataDir } from '#tests/support/servers/program-process.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';

const PROMISED_SECONDS = 6;
const LOOK_MS = 20;

/** How many shards are held by others than this backend, and the seconds since its last beat, by the server's clock. */
const TAKEN = `SELECT (SELECT count(*)::integer FROM (${HELD_SHARDS}) AS held WHERE pid <> $1) AS taken,
  (SELECT count(*)::integer FROM read.shards) AS shards,
  extract(epoch FROM clock_timestamp() - $2::timestamptz)::float AS seconds`;

it(`a process that projects and hangs is replaced within ${PROMISED_SECONDS} seconds of its last beat`, {
  tags: ['reliability-14'],
}, async () => {
  const { dataDir, remove } = temporaryDataDir();
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, ROLES: 'projections' };
  const leader = await startProgramProcess(dataDir, undefined, settings);
  const [{ pid }] = (await database.pool.query('SELECT backend_pid AS pid FROM read.leases')).rows;
  const standby = await startProgramProcess(dataDir, undefined, settings);
  onTestFinished(async () => {
    await Promise.all([leader.kill(), standby.kill()]);
    await database.drop();
    remove();
  });
  const look = async (beatAt: string) => (await database.pool.query(TAKEN, [pid, beatAt])).rows[0];
  await expect.poll(() => look('now')).toMatchObject({ taken: 8, shards: 16 });

  process.kill(leader.pid, 'SIGSTOP');
  const beats = 'SELECT beat_at::text AS at FROM read.leases WHERE backend_pid = $1';
  const beatAt = (await database.pool.query(beats, [pid])).rows[0].at;
  let seen = await look(beatAt);
  for (; seen.taken < seen.shards && seen.seconds < 60; seen = await look(beatAt)) await sleep(LOOK_MS);
  const said = `replaced ${seen.seconds.toFixed(1)} s after its last beat; promised: ${PROMISED_SECONDS} s`;
  console.log(said);
  expect(seen.seconds, said).toBeLessThanOrEqual(PROMISED_SECONDS);
  expect(seen.seconds, said).toBeGreaterThanOrEqual(5);
});
