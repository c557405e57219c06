import type { CompanySeal, ProofFault, Verification } from '#contracts/endpoints/proof.endpoints.ts';
import { type Fault, faultText, sealFaultText, type Verdict } from '#contracts/proof/verdict.ts';
import type { Scheduler } from '#platform/clock.ts';
import { createSemaphore, QueueFullError } from '#platform/concurrency/mutex.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { Proof } from './seal/proof.ts';
import type { Seals } from './seals.postgres.ts';
import type { VerificationRecords, VerificationResult } from './verifications.postgres.ts';

export type VerificationsDeps = {
  readonly proof: Pick<Proof, 'verifyCompany' | 'headOf'>;
  readonly records: VerificationRecords;
  readonly seals: Pick<Seals, 'compare'>;
  readonly queries: Pick<Queries, 'lastEventUpTo'>;
  readonly log: Pick<Log, 'error'>;
  readonly scheduler: Scheduler;
};

export type Verifications = ReturnType<typeof createVerifications>;

/** How often progress and the heartbeat are stored, in milliseconds; while one waits, every tenth time. */
const BEAT_MS = 300;
const WAITING_BEATS = 10;
/** In this process, of different companies; a check keeps a processor busy. */
const AT_ONCE = 2;
const MOST_WAITING = 50;

/**
 * Verifies whole histories in the background, one per company at a time across all processes, two at a time in this
 * one and the others in their order. It only reads, so after a crash the next request simply starts it again.
 */
export function createVerifications({ proof, records, seals, queries, log, scheduler }: VerificationsDeps) {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const admitted = createSemaphore({ running: AT_ONCE + MOST_WAITING, waiting: 0 });
  const inTurn = createSemaphore({ running: AT_ONCE, waiting: MOST_WAITING });

  async function resultOf(companyId: string, verdict: Verdict): Promise<VerificationResult> {
    const { seals: compared, unfit } = await seals.compare(companyId);
    const { fault, erased, head, signed } = verdict;
    const at = async (position: number | undefined) =>
      position === undefined ? null : ((await queries.lastEventUpTo(companyId, position))?.at ?? null);
    const found = fault ? faultOf(fault) : unfit && faultOfSeal(unfit);
    const told: ProofFault | null = found && { ...found, at: await at(found.position) };
    return { fault: told, erased, signed, seals: compared, until: await at(head?.position) };
  }

  async function run(id: string, companyId: string, expected: number): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([closing.signal, ending.signal]);
    let [checked, total] = [0, expected];
    let [isWaiting, beats] = [true, 0];
    const beat = () => {
      if (isWaiting && beats++ % WAITING_BEATS !== 0) return;
      records.beat(id, companyId, checked, total).then(
        // Another process took it over: two would only be slower.
        (isOurs) => isOurs || ending.abort(),
        () => undefined,
      );
    };
    const stopBeating = scheduler.every(BEAT_MS, beat);
    try {
      const verdict = await inTurn(async () => {
        signal.throwIfAborted();
        isWaiting = false;
        const onProgress = (events: number, of: number) => {
          [checked, total] = [events, of];
        };
        return proof.verifyCompany(companyId, onProgress, signal);
      });
      await records.finish(id, companyId, verdict.events, await resultOf(companyId, verdict));
    } catch (err) {
      if (!signal.aborted) log.error({ err, companyId }, 'a check of the history broke off');
      await records.finish(id, companyId, checked, null).catch(() => undefined);
    } finally {
      stopBeating();
    }
  }

  return {
    newest: records.newest,

    /** Starts a verification, or joins the running one. Throws QueueFullError when too many wait. */
    async start(companyId: string): Promise<Verification> {
      const begun = Promise.withResolvers<void>();
      const work = admitted(async () => {
        const id = newId();
        const expected = (await proof.headOf(companyId))?.count ?? 0;
        const isOurs = await records.begin(companyId, id, expected);
        begun.resolve();
        if (isOurs) await run(id, companyId, expected);
      });
      running.add(work);
      void work.catch(begun.reject).finally(() => running.delete(work));
      const refused = await begun.promise.catch((error: unknown) => {
        if (!(error instanceof QueueFullError)) throw error;
        return error;
      });
      const newest = await records.newest(companyId);
      if (refused && newest?.state !== 'running') throw refused;
      if (!newest) throw new Error('a check that was begun is not there');
      return newest;
    },

    /** Aborts the verifications of this process. */
    async close(): Promise<void> {
      closing.abort(new Error('the program stops'));
      await Promise.allSettled(running);
    },
  };
}

type Told = Omit<ProofFault, 'at'>;

function faultOf({ type, ...fault }: Fault): Told {
  return { ...fault, event_type: type, day: null, text: faultText({ ...fault, type }) };
}

function faultOfSeal({ day, position }: CompanySeal): Told {
  return {
    kind: 'seal',
    position,
    stream: null,
    revision: null,
    event_type: null,
    difference: null,
    day,
    text: sealFaultText(day),
  };
}
