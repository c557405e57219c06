import { messages } from '#contracts/messages.ts';
import type { Scheduler } from '#platform/clock.ts';
import type { Principal } from '#platform/principal.ts';
import type { Reply, Request } from './process.ts';

/** A signed-in person; the token is that of the session. */
export type SignedIn = Principal & { readonly token: string };

/** A change that was answered, and what it must have left in the log. */
export type Acknowledged = {
  /** Of the event. */
  readonly type: string;
  readonly id: string;
  /** Tells which request made the event: a price in cents or a name. Empty for a deletion. */
  readonly mark: string;
  readonly position: number;
  /** When the answer came, in milliseconds of virtual time. */
  readonly at: number;
};

/** No two changes have the same. */
export const nameOf = ({ type, id, mark }: Pick<Acknowledged, 'type' | 'id' | 'mark'>) =>
  `${type} ${id} ${mark}`;

/** Sends the request to a process; undefined when no reply comes. */
export type Ask = (person: SignedIn, request: Request) => Promise<Reply | undefined>;

const AGAIN_MS = 250;

/** The browser for changes: it repeats a request with its key until it is answered. */
export function createBrowser<Change extends Acknowledged>(person: SignedIn, ask: Ask, scheduler: Scheduler) {
  const acknowledged: Change[] = [];
  const odd: string[] = [];
  let losesReply = false;
  let unknown = 0;
  let pending = 0;
  let before = Promise.resolve();

  return {
    person,
    odd,
    acknowledged: (): readonly Change[] => acknowledged,
    acknowledge: (change: Omit<Change, 'at'>): void =>
      void acknowledged.push({ ...change, at: scheduler.now() } as Change),

    async send(request: Request): Promise<Reply> {
      for (let tries = 1; ; tries++) {
        const reply = await ask(person, request);
        const isLost = losesReply && reply?.status === 200;
        if (isLost) losesReply = false;
        if (reply?.status === 500) odd.push(`${request.method} ${request.url} was answered 500`);
        const isFinal =
          reply && ![500, 503].includes(reply.status) && reply.body.message !== messages.conflict;
        if (isFinal && !isLost) {
          if (reply.status === 401 && tries > 1) unknown += 1;
          return reply;
        }
        await scheduler.pause(AGAIN_MS);
      }
    },

    /** One after the other, as a person works. */
    inTurn(work: () => Promise<void>): void {
      pending += 1;
      before = before.then(work).finally(() => {
        pending -= 1;
      });
    },
    isAnswered: () => pending === 0,
    /** How many requests may have left an event and were refused when they were repeated: the person had been deleted. */
    unknown: () => unknown,
    loseNextReply(): void {
      losesReply = true;
    },
    /**
     * A restored log has nothing behind this position. An answer may name a later one than that of its own event, so what
     * the log has stays. Returns what it has not.
     */
    forgetAfter(position: number, inTheLog: ReadonlySet<string>): readonly Change[] {
      const gone = acknowledged.filter(
        (change) => change.position > position && !inTheLog.has(nameOf(change)),
      );
      acknowledged.splice(0, acknowledged.length, ...acknowledged.filter((change) => !gone.includes(change)));
      return gone;
    },
  };
}

export type Browser = ReturnType<typeof createBrowser>;
