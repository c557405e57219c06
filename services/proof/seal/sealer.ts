import { randomBytes } from 'node:crypto';
import { Gauge, type Registry } from 'prom-client';
import { chainStart, sealEvent } from '#contracts/proof/chain.ts';
import type { ChainHead } from '#contracts/proof/verdict.ts';
import { type Clock, type Scheduler, systemClock, systemScheduler } from '#platform/clock.ts';
import { createBackoff } from '#platform/concurrency/backoff.ts';
import { sha256 } from '#platform/digest.ts';
import { type EventStore, type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import type { Log } from '#platform/log.ts';
import { chainOf } from './company-events.ts';
import type { SealKeys } from './seal-keys.ts';
import type { NewLink, SealLinks } from './seal-links.postgres.ts';

export type SealerDeps = {
  readonly keys: Pick<SealKeys, 'sign' | 'isRequired' | 'isSigned'>;
  readonly links: Pick<SealLinks, 'progress' | 'write' | 'heads'>;
  readonly store: Pick<EventStore, 'subscribe' | 'head'>;
  readonly log: Pick<Log, 'error'>;
  readonly scheduler?: Scheduler;
};

const BATCH = 1000;
/**
 * After a smaller batch the sealer waits a moment for more events: each commit waits for the disk, for one as for hundreds,
 * and appends wait behind it. After a full batch it goes on at once: it has to catch up.
 */
const PAUSE_MS = 25;
const KEY_BYTES = 16;
/** The number of chain ends in the cache. */
const MOST_HEADS = 10_000;

/**
 * Writes a link for every event of the log, milliseconds after the append, for any store, and signs the end of each
 * chain. Any number of processes may run it: each event is sealed exactly once, in order. See ADR 0027.
 */
export function createSealer({ links, keys, store, log, scheduler = systemScheduler }: SealerDeps) {
  /** As far as this process has seen the log sealed; an event up to here without a link has lost it. */
  let reached = START;
  return {
    /** Runs until the signal aborts and finishes its batch. Survives outages of the database and the store. */
    async run(signal: AbortSignal): Promise<void> {
      const backoff = createBackoff({ signal, scheduler });
      while (!signal.aborted) {
        try {
          await follow(signal, () => {
            backoff.reset();
          });
        } catch (error) {
          if (signal.aborted) return;
          log.error(
            { err: error, retryMs: backoff.nextMs },
            'sealing is interrupted and will go on by itself',
          );
          await backoff.pause();
        }
      }
    },
  };

  /** Returns when another process has sealed meanwhile: the cached chain ends are then stale. */
  async function follow(signal: AbortSignal, onSealed: () => void): Promise<void> {
    let after = await links.progress();
    const end = await store.head();
    if (end < after)
      log.error({ sealed: after, end }, 'the log ends before what is sealed: it is not the same log');
    // A failover that loses the end of the log loses links with it.
    reached = end < reached ? after : Math.max(reached, after);
    const heads: Heads = new Map();
    for await (const events of store.subscribe({ after, batchSize: BATCH, signal })) {
      const to = events.at(-1)?.position ?? after;
      const sealed = await seal(events, heads);
      if (!(await links.write({ after, to, links: sealed }))) return;
      after = to;
      reached = Math.max(reached, to);
      onSealed();
      if (events.length < BATCH) await scheduler.pause(PAUSE_MS, signal);
    }
  }

  async function seal(events: readonly RecordedEvent[], heads: Heads): Promise<NewLink[]> {
    const chains = events.map(chainOf);
    await learn(new Set(chains), heads);
    const random = randomBytes(KEY_BYTES * events.length).toString('hex');
    const sealed: NewLink[] = [];
    const ends = new Map<string, number>();
    events.forEach((event, index) => {
      const companyId = chains[index] ?? null;
      if (companyId === null) return;
      const head = heads.get(companyId);
      // The link exists already: the progress was set back, by a restore or by hand.
      if (head && head.position >= event.position) return;
      const before = head?.link ?? chainStart(sha256, companyId);
      const key = random.slice(index * KEY_BYTES * 2, (index + 1) * KEY_BYTES * 2);
      const seal = sealEvent(sha256, before, event, key);
      const number = (head?.count ?? 0) + 1;
      const isForeign = head?.isForeign || lostLink(companyId, event);
      heads.set(companyId, { link: seal.link, position: event.position, count: number, isForeign });
      ends.set(
        companyId,
        sealed.push({ ...seal, companyId, position: event.position, number, signature: null }),
      );
    });
    return sealed.map((link, index) =>
      ends.get(link.companyId) === index + 1 && !heads.get(link.companyId)?.isForeign
        ? { ...link, signature: keys.sign(link.companyId, { count: link.number, link: link.link }) }
        : link,
    );
  }

  /** With the database alone links can be taken away, so that events that were changed are sealed again. */
  function lostLink(companyId: string, { position }: RecordedEvent): boolean {
    if (position > reached || !keys.isRequired()) return false;
    log.error(
      { companyId, position },
      'the link of an event was taken away, so it and what follows is sealed without a signature',
    );
    return true;
  }

  async function learn(chains: ReadonlySet<string | null>, heads: Heads): Promise<void> {
    if (heads.size > MOST_HEADS) heads.clear();
    const unknown = [...chains].filter((id): id is string => id !== null && !heads.has(id));
    if (unknown.length === 0) return;
    for (const [companyId, { signature, ...head }] of await links.heads(unknown)) {
      const isForeign = keys.isRequired() && !keys.isSigned(companyId, { ...head, signature });
      if (isForeign)
        log.error(
          { companyId, position: head.position },
          'the end of a chain is not one that we signed, so what follows is sealed without a signature',
        );
      heads.set(companyId, { ...head, isForeign });
    }
  }
}

/** `isForeign`: the end is not ours, or not the newest that we wrote: a signature would vouch for another hand's work. */
type Heads = Map<string, ChainHead & { readonly isForeign: boolean }>;

type SealLag = {
  /** Positions of the log not yet sealed. */
  readonly positions: number;
  /** When the oldest event not yet sealed was recorded; null when there is none. */
  readonly since: string | null;
  /** Age of that event; 0 when there is none. */
  readonly seconds: number;
};

type SealLagDeps = {
  readonly links: Pick<SealLinks, 'progress'>;
  readonly store: Pick<EventStore, 'head' | 'readAll'>;
  readonly clock?: Clock;
};

/** How far the chains are behind the log. Throws when the database or the store is away. */
export async function readSealLag({ links, store, clock = systemClock }: SealLagDeps): Promise<SealLag> {
  const after = await links.progress();
  const positions = Math.max(0, (await store.head()) - after);
  const [next] = positions > 0 ? await store.readAll({ after, limit: 1 }) : [];
  const seconds = next ? Math.max(0, (clock.now().getTime() - Date.parse(next.recordedAt)) / 1000) : 0;
  return { positions, since: next?.recordedAt ?? null, seconds };
}

/** Gauges, read at each scrape. An alert should watch the second one. */
export function registerSealMetrics(registry: Registry, deps: SealLagDeps): void {
  const gauge = (name: string, help: string, figure: (lag: SealLag) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // While the database is away the gauge keeps its last value.
        const lag = await readSealLag(deps).catch(() => null);
        if (lag) this.set(figure(lag));
      },
    });
  gauge('tallyboard_seal_lag_positions', 'Positions of the log not yet sealed', (lag) => lag.positions);
  gauge('tallyboard_seal_lag_seconds', 'Age of the oldest event not yet sealed', (lag) => lag.seconds);
}
