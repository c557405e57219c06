import type pg from 'pg';
import type { Registry } from 'prom-client';
import { isHistoryEvent, streamOfEvent } from '#contracts/history/history-events.ts';
import type { Clock, Scheduler } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { fewAtOnce } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createArchive } from '#platform/event-store/postgres/archive.postgres.ts';
import { createCompanyLog } from '#platform/event-store/postgres/company-log.postgres.ts';
import type { HealthCheck } from '#platform/http/health.routes.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { Log } from '#platform/log.ts';
import type { Queries } from '#projections/all.queries.ts';
import { createDailySeal, type DailySeal, type DailySealDeps } from './daily-seal.ts';
import { createVerifierSource } from './export.ts';
import type { ProofRoutesDeps } from './proof.routes.ts';
import { eventsOfAnyStore } from './seal/company-events.ts';
import type { Remembered } from './seal/find-fault.ts';
import { openProof, type Proof } from './seal/proof.ts';
import { keepRequiring, type RequireDeps } from './seal/require-signatures.ts';
import type { SealKeys } from './seal/seal-keys.ts';
import { createSealLinks } from './seal/seal-links.postgres.ts';
import { createSealer, readSealLag, registerSealMetrics } from './seal/sealer.ts';
import { createSealTree } from './seal-tree.postgres.ts';
import { createSeals } from './seals.postgres.ts';
import { createVerificationRecords } from './verifications.postgres.ts';
import { createVerifications } from './verifications.ts';

type Keys = { readonly sealKeys: SealKeys };
type Stored = { readonly pool: pg.Pool; readonly store: EventStore };

type Running = { readonly log: Log; readonly scheduler: Scheduler };

/** Seals what is appended, for as long as this process leads the projections. */
export function openSealing(
  { pool, store, sealKeys: keys, log, scheduler }: Stored & Keys & Running,
  registry: Registry,
) {
  const links = createSealLinks(pool);
  registerSealMetrics(registry, { links, store });
  return createSealer({ links, keys, store, log, scheduler });
}

type SigningDeps = Pick<Stored, 'pool'> &
  Keys &
  Running &
  Pick<RequireDeps, 'allSignAlike'> & { readonly config: Pick<Config, 'databaseUrl' | 'sealKeyFile'> };

/**
 * Requires signatures as soon as all processes sign with this key, unless this machine may be the only one that has it.
 * Returns how to stop looking.
 */
export function openSigning({
  pool,
  sealKeys: keys,
  scheduler,
  config,
  ...deps
}: SigningDeps): () => Promise<void> {
  if (config.databaseUrl !== undefined && config.sealKeyFile === undefined) return async () => {};
  return keepRequiring({ ...deps, keys, links: createSealLinks(pool) }, scheduler);
}

export function sealCheck({ pool, store }: Stored): HealthCheck {
  const links = createSealLinks(pool);
  const check = async () => {
    const { positions, seconds } = await readSealLag({ links, store });
    return { lag: positions, lagSeconds: seconds };
  };
  return { name: 'seals', check };
}

type ChainDeps = Stored &
  Keys & {
    /** Undefined for events in Postgres, which are checked to the letter of their table. */
    readonly config: { readonly eventStoreUrl?: string | undefined; readonly archiveDir?: string };
    readonly queries: FormerEvents;
  };

/** Of the pool's connections, for verifications, exports and statements together. */
const LONG_READS = 3;

/** Verifies and reads the chains of companies. */
export function openChains({ pool, store, sealKeys: keys, config, queries }: ChainDeps): Proof {
  const few = fewAtOnce(pool, LONG_READS);
  const archive = createArchive({ pool: few, dir: config.archiveDir });
  const events =
    config.eventStoreUrl === undefined ? createCompanyLog(few, archive) : eventsOfAnyStore(store);
  const links = { ...createSealLinks(pool), read: createSealLinks(few).read };
  return openProof({ links, keys, events, remembered: rememberedBy(pool, queries) });
}

type FormerEvents = Pick<Queries, 'formerEventAt' | 'formerPositionWithin'>;

/** What the table of contents of the history knows of missing events; nothing before it has been made. */
function rememberedBy(pool: pg.Pool, queries: FormerEvents): Remembered {
  const isMade = async () =>
    (await pool.query(`SELECT FROM pg_class WHERE oid = to_regclass('read.history')`)).rows.length > 0;
  return {
    async at(companyId, position) {
      const former = (await isMade()) ? await queries.formerEventAt(companyId, position) : undefined;
      if (!former || !isHistoryEvent(former.type)) return null;
      const { type, revision } = former;
      return { stream: streamOfEvent(companyId, type, former.subject_id), revision, type };
    },
    async within(companyId, range) {
      return (await isMade()) ? queries.formerPositionWithin(companyId, range) : null;
    },
  };
}

export type ProofDesk = Omit<ProofRoutesDeps, 'queries' | 'clock'>;

type DeskDeps = Keys & {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly proof: Proof;
  readonly queries: Pick<Queries, 'lastEventUpTo'>;
  readonly lifecycle: Lifecycle;
};

/** What managers ask about the chain of their company; verifications that run here end with `lifecycle`. */
export function openProofDesk(deps: DeskDeps): ProofDesk {
  const { pool, clock, proof, sealKeys: keys, lifecycle } = deps;
  const seals = createSeals(pool);
  const tree = createSealTree(pool);
  const records = createVerificationRecords({ pool, clock });
  const verifications = createVerifications({ ...deps, seals, records });
  lifecycle.opened('checks of histories', () => verifications.close());
  return { proof, verifications, seals, tree, keys, verifier: createVerifierSource() };
}

type SealOfDayDeps = Keys &
  Omit<DailySealDeps, 'seals' | 'tree' | 'key' | 'waitingSince' | 'positionAt'> & {
    readonly store: EventStore;
    readonly queries: Pick<Queries, 'positionAt'>;
    /** How far the table of contents of the history is behind; undefined while it is being made. */
    readonly historyLag: () => Promise<Lag | undefined>;
  };

/** When the oldest event that is missing was recorded; null when none is. */
type Lag = { readonly since: string | null };

export function openDailySeal({ queries, historyLag, store, sealKeys, ...deps }: SealOfDayDeps): DailySeal {
  const links = createSealLinks(deps.pool);
  return createDailySeal({
    ...deps,
    seals: createSeals(deps.pool),
    tree: createSealTree(deps.pool),
    key: sealKeys.own,
    positionAt: queries.positionAt,
    async waitingSince() {
      const known = await historyLag();
      if (!known) return new Date(0).toISOString();
      const lags = [known, await readSealLag({ links, store })];
      return lags.flatMap(({ since }) => since ?? []).toSorted()[0] ?? null;
    },
  });
}
