import { type Cancel, type Scheduler, systemScheduler } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Principal } from '../principal.ts';
import type { LiveBus } from './live-bus.port.ts';

/** Half of the second within which every process must know a revocation, even when its message was lost. */
const RECHECK_MS = 500;
/** Many sessions are checked in parts over that time, so that messages do not wait for a thousand look-ups. */
const MOST_AT_ONCE = 200;

/** A connection that is closed at the latest when its session ends. */
export type Watched = {
  /** The role, subscription or time zone of the employee changed. */
  changed(principal: Principal): void;
  /** Signed out, revoked or deleted. */
  ended(): void;
};

type Session = { principal: Principal; connections: Set<Watched> };

/**
 * Watches the sessions of open connections. A message about a revocation ends them at once. Because messages can be
 * lost, every session is also looked up again all the time.
 */
export function createSessionWatch(deps: {
  /** Looks the sessions up, without a cache; returns them in the given order. */
  authenticateAll: (tokens: readonly string[]) => Promise<readonly (Principal | null)[]>;
  bus: Pick<LiveBus, 'subscribe'>;
  log: Pick<Log, 'warn'>;
  scheduler?: Scheduler;
}) {
  const { scheduler = systemScheduler } = deps;
  const sessions = new Map<string, Session>();
  let cancel: Cancel = () => {};
  let closed = false;

  function end(token: string, session: Session): void {
    sessions.delete(token);
    for (const connection of session.connections) connection.ended();
  }

  async function recheck(tokens: readonly string[]): Promise<void> {
    if (tokens.length === 0) return;
    const found = await deps.authenticateAll(tokens);
    for (const [at, token] of tokens.entries()) judge(token, found[at] ?? null);
  }

  function judge(token: string, principal: Principal | null): void {
    const session = sessions.get(token);
    if (!session || closed) return;
    if (principal === null) {
      end(token, session);
    } else if (!same(principal, session.principal)) {
      session.principal = principal;
      for (const connection of [...session.connections]) connection.changed(principal);
    }
  }

  /** A failed look-up keeps the connections: while the database is away, no session can be revoked either. */
  async function recheckSafely(tokens: readonly string[]): Promise<void> {
    try {
      await recheck(tokens);
    } catch (err) {
      deps.log.warn({ err }, 'the sessions of open connections could not be checked');
    }
  }

  /** Takes the next part of all sessions and moves it to the end of the order. */
  function nextPart(parts: number): string[] {
    const tokens = [...sessions.keys()].slice(0, Math.ceil(sessions.size / parts));
    for (const token of tokens) {
      const session = sessions.get(token) as Session;
      sessions.delete(token);
      sessions.set(token, session);
    }
    return tokens;
  }

  function again(): void {
    const parts = Math.max(1, Math.ceil(sessions.size / MOST_AT_ONCE));
    cancel = scheduler.after(RECHECK_MS / parts, () => {
      void recheckSafely(nextPart(parts)).then(() => {
        if (!closed) again();
      });
    });
  }
  again();

  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.kind === 'missed') void recheckSafely([...sessions.keys()]);
    if (message.kind !== 'revoked') return;
    const doubtful: string[] = [];
    for (const [token, session] of [...sessions]) {
      if (session.principal.employeeId !== message.employeeId) continue;
      if (message.sessionId === session.principal.sessionId) end(token, session);
      else if (message.sessionId === null) doubtful.push(token);
    }
    void recheckSafely(doubtful);
  });

  return {
    /** Returns the function to call when the connection is closed. */
    watch(token: string, principal: Principal, connection: Watched): () => void {
      const session = sessions.get(token) ?? { principal, connections: new Set() };
      sessions.set(token, session);
      session.connections.add(connection);
      return () => {
        session.connections.delete(connection);
        if (session.connections.size === 0 && sessions.get(token) === session) sessions.delete(token);
      };
    },
    close(): void {
      closed = true;
      cancel();
      unsubscribe();
    },
  };
}

export type SessionWatch = ReturnType<typeof createSessionWatch>;

function same(a: Principal, b: Principal): boolean {
  return (
    a.role === b.role &&
    a.type === b.type &&
    a.subscriptionIsActive === b.subscriptionIsActive &&
    a.timeZone === b.timeZone
  );
}
