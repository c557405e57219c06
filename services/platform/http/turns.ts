import type { Scheduler } from '../clock.ts';
import { QueueFullError } from '../concurrency/mutex.ts';

/** Requests that are worked on at once, divided among the companies that sent some lately. */
const PLACES = 100;
/** Of a company, however many there are. */
const LEAST = 4;
const MOST_WAITING = 2000;
const WINDOW_MS = 1000;
/** Of the average company. One that does less does not make others wait. */
const SMALL = 0.5;

export type Turns = {
  /**
   * Runs `work` at once while its company has a place, otherwise behind the others of that company. Throws, or rejects
   * with, QueueFullError when 2,000 wait.
   */
  run<Value>(companyId: string, work: () => Value | Promise<Value>): Value | Promise<Value>;
  /** True for a company that sent far less than the average one in the last second or two; it has to wait for no other. */
  isSmall(companyId: string): boolean;
};

/** What was sent within a second. */
const noRequests = () => ({ all: 0, of: new Map<string, number>() });

type Company = { running: number; readonly waiting: (() => void)[] };

/**
 * One company that sends as much as it can does not delay the others: it waits for itself. A company that is alone has all
 * places. Counts in this process.
 */
export function createTurns({ now }: Pick<Scheduler, 'now'>): Turns {
  const companies = new Map<string, Company>();
  let since = now();
  let [sent, before] = [noRequests(), noRequests()];

  function count(companyId: string): void {
    const passed = now() - since;
    if (passed >= WINDOW_MS) {
      before = passed < 2 * WINDOW_MS ? sent : noRequests();
      sent = noRequests();
      since = now();
    }
    sent.all += 1;
    sent.of.set(companyId, (sent.of.get(companyId) ?? 0) + 1);
  }

  const places = () => Math.max(LEAST, Math.floor(PLACES / Math.max(1, sent.of.size, before.of.size)));

  function end(companyId: string, company: Company): void {
    company.running -= 1;
    const free = places() - company.running;
    for (const begin of company.waiting.splice(0, Math.max(0, free))) {
      company.running += 1;
      begin();
    }
    if (company.running === 0) companies.delete(companyId);
  }

  function perform<Value>(companyId: string, company: Company, work: () => Value | Promise<Value>) {
    let result: Value | Promise<Value>;
    try {
      result = work();
    } catch (error) {
      end(companyId, company);
      throw error;
    }
    if (result instanceof Promise) return result.finally(() => end(companyId, company));
    end(companyId, company);
    return result;
  }

  return {
    run(companyId, work) {
      count(companyId);
      const company = companies.get(companyId) ?? { running: 0, waiting: [] };
      companies.set(companyId, company);
      if (company.running < places()) {
        company.running += 1;
        return perform(companyId, company, work);
      }
      if (company.waiting.length >= MOST_WAITING) throw new QueueFullError();
      return new Promise<void>((begin) => company.waiting.push(begin)).then(() =>
        perform(companyId, company, work),
      );
    },
    isSmall(companyId) {
      const { all, of } = before.all > 0 ? before : sent;
      return (of.get(companyId) ?? 0) < (SMALL * all) / Math.max(1, of.size);
    },
  };
}
