import type { Scheduler } from '../clock.ts';

/** Many times what a client of ours sends: a topic after a gap, a sign of life, a heartbeat. */
const MOST_MESSAGES = 240;
const MINUTE_MS = 60_000;

/** The close of a websocket whose client sends too much: RFC 6455's code for a breach of the rules. */
export const TOO_MANY_MESSAGES = { code: 1008, reason: 'too many messages' } as const;

/** Counts the messages of one client. The returned function is called for each; true: it is one too many in its minute. */
export function createMessageLimit({ now }: Pick<Scheduler, 'now'>): () => boolean {
  let since = now();
  let messages = 0;
  return () => {
    if (now() - since >= MINUTE_MS) {
      since = now();
      messages = 0;
    }
    messages += 1;
    return messages > MOST_MESSAGES;
  };
}

/** Counts what each session has open in this process. */
export function createPlaces(most: number) {
  const taken = new Map<string, number>();
  function change(sessionId: string, by: 1 | -1): void {
    const now = (taken.get(sessionId) ?? 0) + by;
    if (now > 0) taken.set(sessionId, now);
    else taken.delete(sessionId);
  }
  return {
    isFull: (sessionId: string): boolean => (taken.get(sessionId) ?? 0) >= most,
    /** Returns the function that gives the place back; call it once. */
    take(sessionId: string): () => void {
      change(sessionId, 1);
      return () => change(sessionId, -1);
    },
  };
}
