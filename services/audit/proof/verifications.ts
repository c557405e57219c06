import type { CompanySeal, ProofFault, Verification } from '#contracts/endpoints/proof.endpoints.ts';
import { type Fault, faultText, sealFaultText, type Verdict } from '#contracts/proof/verdict.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import type { Proof } from '../seal/proof.ts';
import type { Seals } from './seals.postgres.ts';
import type { VerificationResult } from './verification-result.ts';
import type { VerificationRecords } from './verifications.postgres.ts';

export type VerificationsDeps = {
  readonly proof: Pick<Proof, 'verifyCompany' | 'headOf'>;
  readonly records: VerificationRecords;
  readonly seals: Pick<Seals, 'compare'>;
  /** When an event of a company happened, UTC ISO-8601. */
  readonly momentOf: (companyId: string, position: number) => Promise<string | null>;
  readonly log: Pick<Log, 'error'>;
};

export type Verifications = ReturnType<typeof createVerifications>;

/** How often progress is written down, and that the process lives. Milliseconds. */
const BEAT_MS = 300;

/**
 * Checks of whole histories, in the background of this process; one for each company at a time, over all
 * processes. They only read, so one that is cut short is simply begun again by whoever asks next.
 */
export function createVerifications({ proof, records, seals, momentOf, log }: VerificationsDeps) {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  async function resultOf(companyId: string, verdict: Verdict): Promise<VerificationResult> {
    const { seals: compared, unfit } = await seals.compare(companyId);
    const { fault, erased, head } = verdict;
    const at = (position: number | undefined) =>
      position === undefined ? null : momentOf(companyId, position);
    const found = fault ? faultOf(fault) : unfit && faultOfSeal(unfit);
    const told: ProofFault | null = found && { ...found, at: await at(found.position) };
    return { fault: told, erased, seals: compared, until: await at(head?.position) };
  }

  async function run(id: string, companyId: string, expected: number): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([closing.signal, ending.signal]);
    let [checked, total] = [0, expected];
    const beat = () => {
      records.beat(id, companyId, checked, total).then(
        // Somebody took it over: two would only be slower.
        (isOurs) => isOurs || ending.abort(),
        () => undefined,
      );
    };
    const timer = setInterval(beat, BEAT_MS);
    try {
      const verdict = await proof.verifyCompany(
        companyId,
        (events, of) => {
          [checked, total] = [events, of];
        },
        signal,
      );
      await records.finish(id, companyId, verdict.events, await resultOf(companyId, verdict));
    } catch (err) {
      if (!signal.aborted) log.error({ err, companyId }, 'a check of the history broke off');
      await records.finish(id, companyId, checked, null).catch(() => undefined);
    } finally {
      clearInterval(timer);
    }
  }

  return {
    newest: records.newest,

    /** Begins one, or joins the one that is under way. */
    async start(companyId: string): Promise<Verification> {
      const id = newId();
      const head = await proof.headOf(companyId);
      const expected = head?.count ?? 0;
      if (await records.begin(companyId, id, expected)) {
        const work = run(id, companyId, expected);
        running.add(work);
        void work.finally(() => running.delete(work));
      }
      const newest = await records.newest(companyId);
      if (!newest) throw new Error('a check that was begun is not there');
      return newest;
    },

    /** Cuts short what is under way here. */
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
