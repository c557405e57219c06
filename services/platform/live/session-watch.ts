import { type Cancel, type Scheduler, systemScheduler } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Principal } from '../principal.ts';
import type { LiveBus, ReadModelChange } from './live-bus.port.ts';

/** Half of the second within which every process must know a revocation, even when its message was lost. */
const LOOK_MS = 500;
/** The ends of the last minute are asked for, so a process that could not ask for longer looks at every session. */
const LONGEST_GAP_MS = 30_000;
/** For what nothing tells of: a session that expires. */
const ALL_AGAIN_MS = 60_000;
/** Many sessions are looked up in parts, so that messages do not wait for a thousand of them. */
const MOST_AT_ONCE = 200;

/** A connection that is closed at the latest when its session ends. */
export type Watched = {
  /** The role, subscription or time zone of the employee changed. */
  changed(principal: Principal): void;
  /** Signed out, revoked or deleted. */
  ended(): void;
};

/** With what each connection was told last. */
type Session = { readonly token: string; readonly connections: Map<Watched, Principal> } & Pick<
  Principal,
  'employeeId' | 'companyId'
>;

/**
 * Watches the sessions of open connections. Messages end them and tell of new rights at once. An idle session costs
 * nothing: it is looked up when a message concerns it, when messages were lost, and once a minute. Twice a second one
 * query for all of them asks which sessions ended, because a process may die before it sends its message.
 */
export function createSessionWatch(deps: {
  /** Looks the sessions up, without a cache; returns them in the given order. */
  authenticateAll: (tokens: readonly string[]) => Promise<readonly (Principal | null)[]>;
  /** The ids of the sessions that were ended within the last minute, and perhaps of more. */
  endedLately: () => Promise<readonly string[]>;
  /** The read models that say what a person may do. */
  rightsIn: readonly string[];
  bus: Pick<LiveBus, 'subscribe'>;
  log: Pick<Log, 'warn'>;
  scheduler?: Scheduler;
}) {
  const { scheduler = systemScheduler } = deps;
  /** By the ids of the sessions. */
  const sessions = new Map<string, Session>();
  const doubtful = new Set<string>();
  let lookingUp: Promise<void> | undefined;
  let allSeenAt = scheduler.now();
  let askedAt = scheduler.now();
  let cancel: Cancel = () => {};
  let closed = false;

  function end(sessionId: string): void {
    const session = sessions.get(sessionId);
    sessions.delete(sessionId);
    doubtful.delete(sessionId);
    for (const connection of session?.connections.keys() ?? []) connection.ended();
  }

  function judge(sessionId: string, principal: Principal | null): void {
    const session = sessions.get(sessionId);
    if (!session || closed) return;
    if (principal === null) end(sessionId);
    else tell(session, principal);
  }

  function tell(session: Session, principal: Principal): void {
    for (const [connection, known] of [...session.connections]) {
      if (same(principal, known)) continue;
      session.connections.set(connection, principal);
      connection.changed(principal);
    }
  }

  function warn(err: unknown): void {
    deps.log.warn({ err }, 'the sessions of open connections could not be checked');
  }

  /** A failed look-up keeps the connections and the doubt: while the database is away, no session can be revoked either. */
  async function lookUpDoubtful(): Promise<void> {
    while (doubtful.size > 0 && !closed) {
      const ids = [...doubtful].slice(0, MOST_AT_ONCE);
      for (const id of ids) doubtful.delete(id);
      const asked = ids.filter((id) => sessions.has(id));
      const tokens = asked.map((id) => (sessions.get(id) as Session).token);
      try {
        const found = tokens.length > 0 ? await deps.authenticateAll(tokens) : [];
        for (const [at, id] of asked.entries()) judge(id, found[at] ?? null);
      } catch (err) {
        for (const id of asked) doubtful.add(id);
        warn(err);
        return;
      }
    }
  }

  function lookUp(): Promise<void> {
    lookingUp ??= lookUpDoubtful().finally(() => {
      lookingUp = undefined;
    });
    return lookingUp;
  }

  function doubtAll(): void {
    allSeenAt = scheduler.now();
    for (const id of sessions.keys()) doubtful.add(id);
  }

  async function look(): Promise<void> {
    const now = scheduler.now();
    if (now - askedAt > LONGEST_GAP_MS || now - allSeenAt >= ALL_AGAIN_MS) doubtAll();
    if (sessions.size > 0) {
      try {
        for (const id of await deps.endedLately()) if (!closed) end(id);
      } catch (err) {
        warn(err);
        return;
      }
    }
    askedAt = now;
    await lookUp();
  }

  function again(): void {
    cancel = scheduler.after(LOOK_MS, () => {
      void look().then(() => {
        if (!closed) again();
      });
    });
  }
  again();

  function doubt(concerned: (session: Session) => boolean): void {
    for (const [id, session] of sessions) if (concerned(session)) doubtful.add(id);
    void lookUp();
  }

  function heedChange({ model, companyId, keys }: ReadModelChange): void {
    if (!deps.rightsIn.includes(model)) return;
    const people = keys.map((key) => key.employee_id);
    const isCompany = people.length === 0 || people.includes(undefined);
    doubt((one) => one.companyId === companyId && (isCompany || people.includes(one.employeeId)));
  }

  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.kind === 'missed') {
      doubtAll();
      void lookUp();
    }
    if (message.kind === 'committed') for (const change of message.changes) heedChange(change);
    if (message.kind !== 'revoked') return;
    if (message.sessionId === null) doubt(({ employeeId }) => employeeId === message.employeeId);
    else end(message.sessionId);
  });

  return {
    /** Returns the function to call when the connection is closed. */
    watch(token: string, principal: Principal, connection: Watched): () => void {
      const { sessionId, employeeId, companyId } = principal;
      const session = sessions.get(sessionId) ?? { token, employeeId, companyId, connections: new Map() };
      sessions.set(sessionId, session);
      session.connections.set(connection, principal);
      // What was known of it is some milliseconds old, and messages in between came too early.
      doubtful.add(sessionId);
      return () => {
        session.connections.delete(connection);
        if (session.connections.size === 0 && sessions.get(sessionId) === session) sessions.delete(sessionId);
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
