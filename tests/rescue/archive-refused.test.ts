import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { tamper } from '#tests/proof/sealing-world.ts';
import { builtProgram } from '#tests/support/servers/built-programs.ts';
import { ALL_OF_IT, archiveWorld, SEGMENT } from './archive-world.ts';
import { eventsUpTo } from './rescue-world.ts';

const world = archiveWorld();

/** The command where no file may be longer than a kilobyte. */
function archiveOnFullDisk() {
  const { path, env } = builtProgram('archive');
  const command = `trap '' XFSZ; ulimit -f 1; exec '${process.execPath}' '${path}' ${ALL_OF_IT.join(' ')}`;
  return promisify(execFile)('bash', ['-c', command], {
    env: { ...env, NODE_COMPILE_CACHE: undefined, ...world.place() },
  });
}

it('a full disk, and an event that is not as it was sealed, leave the events in the database', async () => {
  const { pool } = world.database;
  await expect(archiveOnFullDisk()).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^\S+\.events cannot be written: EFBIG[^\n]*\n$/),
  });
  expect(world.files()).toEqual([]);

  const changed = 2 * SEGMENT + 5;
  const otherPrice = `UPDATE events SET data = replace(data::text, '"priceCents":1', '"priceCents":2')::json WHERE position = $1`;
  const { rows } = await pool.query('SELECT data::text AS data FROM events WHERE position = $1', [changed]);
  await tamper(pool, otherPrice, [changed]);
  expect(await world.startArchive().ended).toMatchObject({
    ...{ code: 2, stderr: '' },
    stdout: expect.stringMatching(new RegExp(`\\nEvents from ${changed} on stay: company \\S+: .*changed`)),
  });
  expect(await world.archived()).toBe(2 * SEGMENT);

  await tamper(pool, 'UPDATE events SET data = $2 WHERE position = $1', [changed, rows[0]?.data]);
  const misnamed = 3 * SEGMENT;
  const metadata = (
    await pool.query('SELECT metadata::text AS text FROM events WHERE position = $1', [misnamed])
  ).rows[0]?.text as string;
  const spaced = `UPDATE events SET metadata = $2 WHERE position = $1`;
  await tamper(pool, spaced, [misnamed, ` ${metadata}`]);
  expect(await world.startArchive().ended).toMatchObject({
    code: 2,
    stdout: expect.stringContaining(
      `Events from ${misnamed} on stay: event ${misnamed} does not plainly name`,
    ),
  });
  expect(await world.archived()).toBe(2 * SEGMENT);

  await tamper(pool, spaced, [misnamed, metadata]);
  expect(await world.startArchive().ended).toMatchObject({ code: 0, stderr: '' });
  expect(await world.archived()).toBeGreaterThan(2 * SEGMENT);
  const left = await eventsUpTo(pool, Number.MAX_SAFE_INTEGER);
  const kept = world.events.slice(await world.archived());
  expect(left.slice(-kept.length)).toEqual(kept);
});
