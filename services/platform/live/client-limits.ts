import type { IncomingMessage } from 'node:http';
import type { Scheduler } from '../clock.ts';
import { createRefusalPace } from '../http/slow-refusals.ts';
import { networkOf } from '../limits/network.ts';
import type { Authenticate } from '../principal.ts';

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

/** Counts what each session, person or network has open in this process. */
export function createPlaces(most: number) {
  const taken = new Map<string, number>();
  function change(key: string, by: 1 | -1): void {
    const now = (taken.get(key) ?? 0) + by;
    if (now > 0) taken.set(key, now);
    else taken.delete(key);
  }
  return {
    isFull: (key: string): boolean => (taken.get(key) ?? 0) >= most,
    /** Returns the function that gives the place back; call it once. */
    take(key: string): () => void {
      change(key, 1);
      return () => change(key, -1);
    },
  };
}

/** Of one session. A browser with so many tabs has them open by mistake. */
export const MOST_DASHBOARDS = 50;
/** Connections of one session, with those that have not joined yet. */
const MOST_OF_SESSION = 100;
/** Connections without a session: they only hear that they are signed out. */
const MOST_OF_STRANGERS = 50;

export type DoorDeps = {
  authenticate: Authenticate;
  /** The session token in a Cookie header; null when there is none. */
  sessionToken: (cookieHeader: string | undefined) => string | null;
  /** Of the client; behind a proxy, what TRUST_PROXY says. */
  addressOf: (request: IncomingMessage) => string;
  scheduler: Pick<Scheduler, 'now' | 'pause'>;
};

/**
 * Decides, before a websocket opens, whether there is a place for it: among those of its session, or of the strangers in
 * its network. The place is free again when the connection closes. A network that knocks too often hears later that there is
 * none. Never rejects.
 */
export function createDoor({ authenticate, sessionToken, addressOf, scheduler }: DoorDeps) {
  const paceOf = createRefusalPace(scheduler);
  const sessions = createPlaces(MOST_OF_SESSION);
  const strangers = createPlaces(MOST_OF_STRANGERS);
  return async (request: IncomingMessage): Promise<boolean> => {
    const token = sessionToken(request.headers.cookie);
    // A session that cannot be looked up now is told so when it joins.
    const principal = token === null ? null : await authenticate(token).catch(() => null);
    const places = principal ? sessions : strangers;
    const key = principal ? principal.sessionId : networkOf(addressOf(request));
    if (places.isFull(key)) {
      await scheduler.pause(paceOf(addressOf(request)));
      return false;
    }
    if (!request.socket.destroyed) request.socket.once('close', places.take(key));
    return true;
  };
}
