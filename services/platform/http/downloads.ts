import type { FastifyReply } from 'fastify';
import { rejected } from '#contracts/result.ts';
import type { Scheduler } from '../clock.ts';
import { createSemaphore, QueueFullError } from '../concurrency/mutex.ts';
import type { Person } from '../principal.ts';
import type { Answer } from './call.ts';

/** Files that are made while they are sent: each keeps some thousand rows in memory. */
const OF_COMPANY = { running: 1, waiting: 8 };
const OF_PROCESS = { running: 2, waiting: 48 };
/** A client that takes nothing for so long keeps the others from their files. */
const STALLED_MS = 120_000;
const RETRY_AFTER_SECONDS = 5;

/** A person has one file at a time, also while it waits. */
type Asking = Pick<Person, 'companyId' | 'employeeId'>;

type Refused = Extract<Answer<never>, { ok: false }>;

export type Downloads = {
  /**
   * Waits until a file may be made: behind others of its company, then behind those of all companies, in their order.
   * It counts until its reply is closed. A reply whose client takes nothing for two minutes or more is cut. Refused while
   * the person has another one (429), and when too many of the company (429) or of this process (503) wait.
   */
  begin(person: Asking, reply: Pick<FastifyReply, 'raw'>): Promise<Refused | null>;
};

type InTurn = ReturnType<typeof createSemaphore>;

export function createDownloads(scheduler: Pick<Scheduler, 'every'>): Downloads {
  const companies = new Map<string, { readonly inTurn: InTurn; files: number }>();
  const inTurn = createSemaphore(OF_PROCESS);
  const people = new Set<string>();

  async function inTurnOf(companyId: string, work: () => Promise<void>): Promise<void> {
    const company = companies.get(companyId) ?? { inTurn: createSemaphore(OF_COMPANY), files: 0 };
    companies.set(companyId, company);
    company.files += 1;
    try {
      await company.inTurn(work);
    } finally {
      company.files -= 1;
      if (company.files === 0) companies.delete(companyId);
    }
  }

  /** Resolves when the reply is complete, or its client has gone. */
  async function sent({ raw }: Pick<FastifyReply, 'raw'>): Promise<void> {
    if (raw.closed) return;
    let taken = -1;
    const stopLooking = scheduler.every(STALLED_MS, () => {
      const now = raw.socket?.bytesWritten ?? 0;
      if (now === taken) raw.destroy();
      taken = now;
    });
    await new Promise((closed) => raw.once('close', closed));
    stopLooking();
  }

  return {
    begin({ companyId, employeeId }, reply) {
      const person = `${companyId} ${employeeId}`;
      if (people.has(person)) return Promise.resolve(tooMany('tooManyRequests'));
      people.add(person);
      reply.raw.once('close', () => people.delete(person));
      const { promise, resolve, reject } = Promise.withResolvers<Refused | null>();
      const refuse = (code: 'tooManyRequests' | 'unavailable') => (error: unknown) => {
        if (!(error instanceof QueueFullError)) return reject(error);
        return resolve(tooMany(code));
      };
      const work = async () => {
        resolve(null);
        await sent(reply);
      };
      const ofProcess = () => inTurn(work).catch(refuse('unavailable'));
      inTurnOf(companyId, ofProcess).catch(refuse('tooManyRequests'));
      return promise;
    },
  };
}

function tooMany(code: 'tooManyRequests' | 'unavailable'): Refused {
  return { ...rejected(code), retryAfterSeconds: RETRY_AFTER_SECONDS };
}
