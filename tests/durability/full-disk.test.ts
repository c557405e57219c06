import pg from 'pg';
import { expect, it } from 'vitest';
import { type DurabilityWorld, openDurabilityWorld } from './durability-world.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** How the disk gets full: for new rows, or for the log of Postgres, without which the server itself ends. */
const FULL = {
  'has no room for rows': async () => {},
  'has no room for the log of Postgres': async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    // Each is 16 MB, and a switch to one that cannot be made is the end of the server.
    for (;;)
      if (
        await client.query(NEXT_SEGMENT).then(
          () => false,
          () => true,
        )
      )
        break;
    await client.end().catch(() => {});
  },
};
const NEXT_SEGMENT = "SELECT pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()";

const disk = mountSmallDisk();
if (!disk) console.log('No disk of its own can be mounted here: a full disk is not tested.');
disk?.remove();

it.skipIf(!disk).each(Object.entries(FULL))(
  'a disk that %s loses nothing that was acknowledged, and writing goes on when there is room again',
  { tags: disk ? ['reliability-12'] : [] },
  async (_, breakOn) => {
    const full = mountSmallDisk() as SmallDisk;
    const world = await openDurabilityWorld(full);
    try {
      const { sellers, program, postgres } = world;
      const answers = sellers.map(() => ({ count: 0 }));
      // Each until a change is answered 503 with Retry-After; any other refusal throws.
      const work = () =>
        Promise.all(
          answers.map((own, at) =>
            sellers[at]?.work(program.url, () => {
              own.count += 1;
            }),
          ),
        );
      await untilReady(world);
      full.fill();
      const working = work();
      await breakOn(postgres.url);
      await working;
      // What is ready serves all that is in the log, or says so within seconds.
      await expect.poll(async () => !(await isReady(world)) || (await lagIn(postgres.url)) === 0).toBe(true);
      full.makeRoom();
      await untilReady(world);
      const before = answers.map(({ count }) => count);
      // People go on, and repeat with its key what was not answered.
      const again = work();
      await expect.poll(() => answers.every(({ count }, at) => count > (before[at] ?? 0) + 3)).toBe(true);
      full.fill();
      await breakOn(postgres.url);
      await again;
      full.makeRoom();
      await untilReady(world);
      await world.expectNothingLost(program.url);
      await world.expectEachEditOnce();
      await world.expectReadModelsAsRebuilt();
    } finally {
      await world.close();
      full.remove();
    }
  },
);

const isReady = async ({ program }: DurabilityWorld) => (await fetch(`${program.url}/readyz`)).status === 200;

/** A server that could not recover has ended by itself. */
async function untilReady(world: DurabilityWorld): Promise<void> {
  const isReadyAgain = async () => {
    await world.postgres.startIfEnded();
    return isReady(world);
  };
  await expect.poll(isReadyAgain).toBe(true);
}

async function lagIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ lag: number }>(
    'SELECT ((SELECT max(position) FROM events) - min(position))::integer AS lag FROM read.shards',
  );
  await client.end();
  return rows[0]?.lag ?? 0;
}
