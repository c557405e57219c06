import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { streams } from '#contracts/events/streams.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createCheckpointProgress } from '#projections/runner/progress.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import type { Core } from '#services/main/wiring.ts';
import { dumpReadModels } from '#tests/projections/projection-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { onThisMachine } from '#tests/support/on-this-machine.ts';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import {
  type ProgramProcess,
  startProgramProcess,
  temporaryDataDir,
  withCore,
} from '#tests/support/servers/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { PASSWORD, signIn } from '#tests/support/servers/test-program.ts';
import { createSeller, type Seller } from './stubborn-seller.ts';

const ROUNDS = 8;
const SELLERS = 4;
/** The program is killed after at most this many answers plus a moment, while the next requests are pending. */
const MOST_ANSWERS = 80;
const MOMENT_MS = 8;
/** A restarted program must be ready within this time. */
const START_MS = 5000;

const { dataDir, remove } = temporaryDataDir();
let program: ProgramProcess | undefined;
let company: SeededCompany;
const sellers: Seller[] = [];

beforeAll(async () => {
  console.log(`SEED=${SEED}`);
  program = await startProgramProcess(dataDir);
  company = await withCore(dataDir, (core) => seedCompany(core, { associates: SELLERS }));
  for (const { email } of company.associates) {
    const { cookies } = await signIn(createHttpClient(program.url), email, PASSWORD, DAYTIME_ZONE);
    sellers.push(createSeller(cookies, company.campaigns[0]?.campaignId ?? ''));
  }
});
afterAll(async () => {
  await program?.stop();
  remove();
});

/** Waits until everything is in the read models; a busy machine may need longer than a request would wait. */
async function projected({ pool, store }: Pick<Core, 'pool' | 'store'>): Promise<void> {
  const progress = createCheckpointProgress({ pool, projections: allProjections });
  expect(await progress.waitFor(await store.head(), MAX_WAIT_MS)).toBe(true);
}

describe(`the program, killed ${ROUNDS} times while ${SELLERS} people record, edit and delete sales`, () => {
  it('starts again within five seconds each time', async () => {
    const random = seededRandom(SEED);
    for (let round = 0; round < ROUNDS; round++) {
      const running = program ?? (await startProgramProcess(dataDir));
      expect(running.startMs).toBeLessThan(onThisMachine(START_MS));
      let left = Math.ceil(random() * MOST_ANSWERS);
      const enough = Promise.withResolvers<void>();
      const answered = () => {
        left -= 1;
        if (left === 0) enough.resolve();
      };
      const selling = Promise.all(sellers.map((seller) => seller.sellUntilGone(running.url, answered)));
      await Promise.race([enough.promise, selling]);
      await sleep(random() * MOMENT_MS);
      await running.kill(round % 2 === 0 ? 'postgres' : undefined);
      program = undefined;
      await selling;
    }
    program = await startProgramProcess(dataDir);
    expect(program.startMs).toBeLessThan(onThisMachine(START_MS));
  });

  it('has every acknowledged sale exactly once, as last edited, and none that was deleted', async () => {
    const url = program?.url ?? '';
    await Promise.all(sellers.map((seller) => seller.settle(url)));
    await withCore(dataDir, projected);
    expect(sellers.reduce((sum, { sales }) => sum + sales.size, 0)).toBeGreaterThan(SELLERS);
    for (const [at, { sales, deleted }] of sellers.entries()) {
      const { email, employeeId } = company.associates[at] ?? { email: '', employeeId: '' };
      const browser = await signIn(createHttpClient(url), email, PASSWORD, DAYTIME_ZONE);
      const listed: Sale[] = (await browser.get('/api/sales/getsales/all')).body.requestedData;
      const expected = [...sales.values()];
      expect(listed).toHaveLength(expected.length);
      expect(new Map(listed.map((each) => [each.id, [each.customer_number, each.price]]))).toEqual(
        new Map(expected.map((each) => [each.id, [each.customerNumber, `$${each.price}.00`]])),
      );
      expect(listed.filter(({ id }) => deleted.has(id))).toEqual([]);
      const { commission } = (await browser.get(`/api/sales/get-commission/${employeeId}`)).body;
      expect(commission).toBe(expected.reduce((sum, { price }) => sum + price, 0) / 10);
    }
  });

  it('has each acknowledged edit once in the history', async () => {
    const edits = sellers.flatMap(({ sales }) => [...sales.values()]);
    expect(edits.reduce((sum, each) => sum + each.edits, 0)).toBeGreaterThan(SELLERS);
    await withCore(dataDir, async ({ store }) => {
      for (const { id, edits: acknowledged } of edits) {
        const history = await store.read(streams.sale(company.companyId, id));
        expect(history.map(({ type }) => type)).toEqual([
          'SaleRecorded',
          ...Array(acknowledged).fill('SaleEdited'),
        ]);
      }
    });
  });

  it('has read models that equal a rebuild', async () => {
    await withCore(dataDir, async (core) => {
      await projected(core);
      const { pool, store } = core;
      const lived = await dumpReadModels(pool);
      expect(Object.values(lived).flat().length).toBeGreaterThan(SELLERS);
      expect(await rebuild({ pool, store, projections: allProjections })).toMatchObject({ ok: true });
      expect(await dumpReadModels(pool)).toEqual(lived);
    });
  });

  it('stops in order on request', async () => {
    const code = await program?.stop();
    program = undefined;
    expect(code).toBe(0);
  });
});
