import type { Registry } from 'prom-client';
import { kindOfType, streamOf } from '#contracts/history/kinds.ts';
import type { HistoryEventType } from '#contracts/history/subject.ts';
import { queriesOn } from '#platform/database.ts';
import { createCompanyLog } from '#platform/event-store/company-log.postgres.ts';
import { formerPlace, formerPlaceWithin } from '#projections/history/former-place.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { eventsOfAnyStore, eventsOfCompanyLog } from '#services/audit/seal/company-events.ts';
import type { Remembered } from '#services/audit/seal/find-fault.ts';
import { openProof } from '#services/audit/seal/open-proof.ts';
import type { Proof } from '#services/audit/seal/proof.ts';
import { readSealLag, registerSealMetrics } from '#services/audit/seal/seal-lag.ts';
import { createSealLinks } from '#services/audit/seal/seal-links.postgres.ts';
import { createSealer } from '#services/audit/seal/sealer.ts';
import type { HealthCheck } from '../health.routes.ts';
import type { Core } from '../wiring.ts';

type SealingCore = Pick<Core, 'pool' | 'store' | 'log'>;

/** Seals what is appended, for as long as this process leads the projections. */
export function openSealing({ pool, store, log }: SealingCore, registry: Registry) {
  const links = createSealLinks(pool);
  registerSealMetrics(registry, { links, store });
  return createSealer({ links, store, log });
}

export function sealCheck({ pool, store }: Pick<SealingCore, 'pool' | 'store'>): HealthCheck {
  const links = createSealLinks(pool);
  const check = async () => {
    const { positions, seconds } = await readSealLag({ links, store });
    return { lag: positions, lagSeconds: seconds };
  };
  return { name: 'seals', check };
}

/** Verification and reading of chains; on Postgres to the letter of the events table. */
export function openChains({ pool, store, config }: Pick<Core, 'pool' | 'store' | 'config'>): Proof {
  const events =
    config.eventStoreUrl === undefined ? eventsOfCompanyLog(createCompanyLog(pool)) : eventsOfAnyStore(store);
  return openProof({ pool, links: createSealLinks(pool), events, remembered: rememberedBy(pool) });
}

/** By the table of contents of the history, where the read models have been made. */
function rememberedBy(pool: Core['pool']): Remembered {
  const db = queriesOn<ReadModels>(pool);
  const isMade = async () =>
    (await pool.query(`SELECT FROM pg_class WHERE oid = to_regclass('read.history')`)).rows.length > 0;
  return {
    async at(companyId, position) {
      const place = (await isMade()) ? await formerPlace(db, companyId, position) : undefined;
      if (!place || !Object.hasOwn(kindOfType, place.type)) return null;
      const kind = kindOfType[place.type as HistoryEventType];
      const { type, revision } = place;
      return { stream: streamOf(companyId, kind, place.subject_id), revision, type };
    },
    async within(companyId, range) {
      const place = (await isMade()) ? await formerPlaceWithin(db, companyId, range) : undefined;
      return place?.position ?? null;
    },
  };
}
