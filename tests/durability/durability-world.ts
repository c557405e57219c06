import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { streams } from '#contracts/events/streams.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createCheckpointProgress } from '#projections/runner/progress.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import type { Core } from '#services/main/wiring.ts';
import { dumpReadModels } from '#tests/projections/projection-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { SEED } from '#tests/support/seed.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { givenEventStore } from '#tests/support/servers/given-event-store.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { type SeededCompany, type SeededPerson, seedCompany } from '#tests/support/servers/seed-company.ts';
import type { serverFolder } from '#tests/support/servers/server-folder.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { type KillablePostgres, startKillablePostgres } from './killable-postgres.ts';
import { createSeller, differences, possibleEdits, type Seller } from './seller.ts';
import { createVisitor, type Visitor } from './visitor.ts';

/** Half of them with keys. */
const SELLERS = 6;
const VISITORS = 2;

export type Actor = Pick<Seller | Visitor, 'work'>;

/** A Postgres, a company in it, and people who work on any program that uses it. */
export type DurabilityWorld = {
  readonly postgres: KillablePostgres;
  readonly sellers: readonly Seller[];
  readonly visitors: readonly Visitor[];
  /** The first program. */
  readonly program: ProgramProcess;
  start(): Promise<ProgramProcess>;
  /** Expects everything that was acknowledged, and nothing that was not sent, on a program that runs. */
  expectNothingLost(url: string): Promise<void>;
  /** Expects each acknowledged edit once in the events of its sale. */
  expectEachEditOnce(): Promise<void>;
  /** Expects read models as a rebuild makes them. */
  expectReadModelsAsRebuilt(): Promise<void>;
  /** Kills every program that still runs, and removes the data. */
  close(): Promise<void>;
};

/** `folder` is for the data of Postgres. */
export async function openDurabilityWorld(
  folder?: ReturnType<typeof serverFolder>,
): Promise<DurabilityWorld> {
  console.log(`SEED=${SEED}`);
  const { dataDir, remove } = temporaryDataDir();
  const postgres = await startKillablePostgres(folder);
  const started: Promise<ProgramProcess>[] = [];
  async function close(): Promise<void> {
    const programs = await Promise.allSettled(started);
    for (const each of programs) if (each.status === 'fulfilled') await each.value.kill();
    await postgres.remove();
    remove();
  }
  try {
    return await openOn({ postgres, dataDir, started, close });
  } catch (error) {
    await close();
    throw error;
  }
}

type Ground = Pick<DurabilityWorld, 'postgres' | 'close'> & {
  readonly dataDir: string;
  /** Every program so far. */
  readonly started: Promise<ProgramProcess>[];
};

async function openOn({ postgres, dataDir, started, close }: Ground): Promise<DurabilityWorld> {
  // Jobs would be a burden on each start; other tests kill their processes.
  const settings = { ...givenEventStore.environment, DATABASE_URL: postgres.url, ROLES: 'api,projections' };
  const start = () => {
    started.push(startBuiltProgram(dataDir, undefined, settings));
    return started.at(-1) as Promise<ProgramProcess>;
  };
  const onCore = <Value>(work: (core: Core) => Promise<Value>) =>
    withCore(dataDir, work, { ...givenEventStore.config, databaseUrl: postgres.url });

  const company = await onCore((core) => seedCompany(core, { associates: SELLERS, managers: VISITORS }));
  const program = await start();
  const sellers = await Promise.all(
    company.associates.map(async ({ email }, at) => {
      const { cookies } = await signIn(createHttpClient(program.url), email);
      return createSeller(cookies, company.campaigns[0]?.campaignId ?? '', { hasKeys: at % 2 === 0 });
    }),
  );

  return {
    postgres,
    sellers,
    program,
    visitors: company.managers.map(({ email }) => createVisitor(email)),
    start,
    async expectNothingLost(url) {
      await Promise.all(sellers.map((seller) => seller.settle(url)));
      await onCore(untilProjected);
      const found = await Promise.all(sellers.map((seller, at) => differencesAt(url, seller, company, at)));
      expectNone(found.flat());
    },
    expectEachEditOnce: () =>
      onCore(async ({ store }) => {
        const found: string[] = [];
        for (const sale of sellers.flatMap(({ sales }) => [...sales.values()])) {
          const history = (await store.read(streams.sale(company.companyId, sale.id))).map(
            ({ type }) => type,
          );
          if (sale.doubt === 'removal' && history.at(-1) === 'SaleDeleted') history.pop();
          const edits = history.slice(1).filter((type) => type === 'SaleEdited').length;
          const isAsKnown = history[0] === 'SaleRecorded' && history.length === 1 + edits;
          if (!isAsKnown || !possibleEdits(sale).includes(edits))
            found.push(`the sale ${sale.id} with ${possibleEdits(sale).join(' or ')} edits has ${history}`);
        }
        expectNone(found);
      }),
    expectReadModelsAsRebuilt: () =>
      onCore(async (core) => {
        await untilProjected(core);
        const {
          database: { owner: pool },
          store,
        } = core;
        const lived = await dumpReadModels(pool);
        expect(Object.values(lived).flat().length).toBeGreaterThan(SELLERS);
        expect(await rebuild({ pool, store, projections: allProjections })).toMatchObject({ ok: true });
        expect(await dumpReadModels(pool)).toEqual(lived);
      }),
    close,
  };
}

async function untilProjected({ pool, store }: Pick<Core, 'pool' | 'store'>): Promise<void> {
  const progress = createCheckpointProgress({ pool, projections: allProjections });
  expect(await progress.waitFor(await store.head(), MAX_WAIT_MS)).toBe(true);
}

async function differencesAt(
  url: string,
  seller: Seller,
  { associates }: SeededCompany,
  at: number,
): Promise<string[]> {
  const { email, employeeId } = associates[at] as SeededPerson;
  const browser = await signIn(createHttpClient(url), email);
  const listed: Sale[] = (await browser.get('/api/sales/getsales/all')).body.requestedData;
  const { commission } = (await browser.get(`/api/sales/get-commission/${employeeId}`)).body;
  // A tenth of every price.
  const earned = listed.reduce((sum, { price }) => sum + Number(price.slice(1)), 0) / 10;
  const found = differences(seller, listed).map((each) => `${email}: ${each}`);
  return commission === earned ? found : [...found, `${email} has earned ${earned}, not ${commission}`];
}

export function expectNone(found: readonly string[]): void {
  expect(found, `${found.length} differences, first ${found[0]}`).toEqual([]);
}

/** When a round is ended by a kill: at an answer, up to 8 ms later, or when a write of this table waits. */
export type Moment =
  | 'at an answer'
  | 'soon after an answer'
  | { readonly whileWaiting: 'events' | 'sessions' };

const MOST_ANSWERS = 30;
const SOON_MS = 8;

/** Lets people work until a random number of answers, then kills what `kill` kills at this moment. */
export async function workUntilKilled(options: {
  readonly actors: readonly Actor[];
  readonly url: string;
  readonly moment: Moment;
  readonly postgres: KillablePostgres;
  readonly random: () => number;
  readonly kill: () => Promise<unknown>;
}): Promise<void> {
  const { actors, url, moment, postgres, random, kill } = options;
  let left = Math.ceil(random() * MOST_ANSWERS);
  const enough = Promise.withResolvers<void>();
  const onAnswer = () => {
    left -= 1;
    if (left === 0) enough.resolve();
  };
  const working = Promise.all(actors.map((actor) => actor.work(url, onAnswer)));
  await Promise.race([enough.promise, working]);
  if (moment === 'soon after an answer') await sleep(random() * SOON_MS);
  const letGo = typeof moment === 'object' ? await postgres.holdUp(moment.whileWaiting, working) : undefined;
  await kill();
  await letGo?.();
  await working;
}
