import { expect, it } from 'vitest';
import { SEED } from '#tests/support/seed.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { interleave } from './interleaving.ts';
import { createPlainSerialStore } from './plain-serial.fixture.ts';
import { holdBackCommits } from './postgres-store.ts';

const database = databaseWorld();

it('the interleavings detect a store on a plain serial column', { tags: ['reliability-04'] }, async () => {
  const store = await createPlainSerialStore(database.pool);
  await holdBackCommits(database.pool, 'serial_events');
  let missed: string | undefined;
  for (let nth = 1; nth <= 200 && !missed; nth++) {
    const violation = await interleave([store], SEED + nth);
    if (violation?.startsWith('missed')) missed = violation;
  }
  expect(missed).toBeDefined();
});
