import type pg from 'pg';
import { decodeEvent, isKnownType, UnwritableEvent } from '#contracts/events/codec.ts';
import { streams, streamsToErase } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { Clock } from '#platform/clock.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { newEvents } from '#platform/commands/command-handler.ts';
import { withTransaction } from '#platform/database.ts';
import type { EventStore, NewEvent } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import type { CompanyTables, Counts } from './company-tables.postgres.ts';
import type { Due, RetentionLog } from './retention-log.postgres.ts';
import { addressesIn, endOf, erasedFrom } from './retention-rules.ts';
import type { Rewritten } from './table-rewrites.postgres.ts';

/** The parts of other slices that retention needs; `main/retention.ts` fills them. */
type RetentionPorts = {
  /** Companies that may be due: those without a running subscription. */
  candidates(): Promise<readonly string[]>;
  /** Ends the company: afterwards it cannot be renewed. */
  terminate(ctx: CommandContext): Promise<CommandOutcome<unknown>>;
  /** Runs `work` under the company's payment lock. */
  inBillingTurn<Value>(companyId: string, work: () => Promise<Value>): Promise<Value>;
  /** Whether a request to the payment provider is still open. */
  isPaying(companyId: string): Promise<boolean>;
  /** Deletes the company at the sandbox; an external provider keeps its data. */
  forgetPayments(companyId: string): Promise<void>;
  /** Runs in the transaction of `client`. False: a rebuild is under way. */
  forgetReadModels(client: pg.ClientBase, companyId: string): Promise<number | false>;
  countReadModels(companyId: string): Promise<number>;
};

export type RetentionDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly store: Pick<EventStore, 'read' | 'append' | 'count' | 'erase'>;
  readonly tables: CompanyTables;
  readonly log: RetentionLog;
  /** The newest version of each event that every running process reads. */
  readonly readByAll: Readonly<Record<string, number>>;
  readonly rewriteTables: (holdMs?: number) => Promise<Rewritten>;
  readonly ports: RetentionPorts;
};

/**
 * - `erased`: nothing of the company is left.
 * - `running`: it has a subscription again, or a payment is under way; nothing was changed.
 * - `busy`: a rebuild of the read models is under way; the rest is done by the next run.
 * - `deferred`: a process runs that could not read of it; nothing was changed, the next run tries again.
 */
export type Erased = 'erased' | 'running' | 'busy' | 'deferred';

/** Erased companies are checked again for this long: work that was under way may have left rows. */
const LOOK_AGAIN_MS = 7 * 24 * 3_600_000;

/** Erases companies six months after they ended. Every step may be repeated. See ADR 0026. */
export function createRetention(deps: RetentionDeps) {
  const { pool, clock, store, tables, log, readByAll, ports } = deps;
  const load = async (stream: string): Promise<StoredEvent[]> =>
    (await store.read(stream)).filter(({ type }) => isKnownType(type)).map(decodeEvent);

  async function endedAt(companyId: string): Promise<string | null> {
    const subscription = await load(streams.subscription(companyId));
    return endOf(await load(streams.company(companyId)), subscription);
  }

  async function isDue(companyId: string): Promise<Due | null> {
    const ended = await endedAt(companyId);
    const isOver = ended !== null && erasedFrom(ended) <= clock.now().toISOString();
    return isOver ? { companyId, endedAt: ended } : null;
  }

  function contextOf(companyId: string, step: string): CommandContext {
    const commandId = derivedId('retention', companyId, step);
    const now = clock.now().toISOString();
    return { companyId, actorId: null, commandId, correlationId: commandId, origin: 'job', now };
  }

  /** Whether no payment provider but the sandbox has a running subscription of it. */
  async function costsNothing(companyId: string): Promise<boolean> {
    if ((await endedAt(companyId)) !== null) return true;
    const subscription = await load(streams.subscription(companyId));
    return subscription.every(
      ({ type, data }) => type !== 'SubscriptionStarted' || data.provider === 'sandbox',
    );
  }

  /** The lock prevents a payment between the check and the end of the company. */
  const terminate = (companyId: string, mayEnd: () => Promise<boolean>): Promise<boolean> =>
    ports.inBillingTurn(companyId, async () => {
      if (!(await mayEnd()) || (await ports.isPaying(companyId))) return false;
      return (await ports.terminate(contextOf(companyId, 'terminate'))).ok;
    });

  const mailOf = async ({ companyId, endedAt: until }: Due) => ({
    addresses: addressesIn(await load(streams.organization(companyId))),
    until,
  });

  async function eraseFacts(due: Due): Promise<void> {
    const { companyId } = due;
    const mail = await mailOf(due);
    await ports.forgetPayments(companyId);
    await withTransaction(pool, async (client) => {
      await log.add(client, companyId, await tables.eraseRows(client, companyId, mail));
    });
  }

  /** Throws UnwritableEvent while a process runs that could not read it. */
  function erasedEvent(companyId: string): NewEvent[] {
    const ctx = contextOf(companyId, 'erase');
    return newEvents(ctx, [{ type: 'CompanyErased', data: { erasedAt: ctx.now } }], readByAll);
  }

  async function eraseEvents(companyId: string, said: readonly NewEvent[]): Promise<number> {
    // A conflict: an earlier run has appended it.
    await store.append(streams.erasure(companyId), said, 'no stream');
    return store.erase(streamsToErase(companyId));
  }

  const forgetReadModels = (companyId: string): Promise<boolean> =>
    withTransaction(pool, async (client) => {
      const rows = await ports.forgetReadModels(client, companyId);
      if (rows === false) return false;
      await log.add(client, companyId, rows > 0 ? { 'read model rows': rows } : {});
      return true;
    });

  /** Erases in an order that another run can continue. */
  async function goOn(due: Due, said: readonly NewEvent[]): Promise<Erased> {
    await eraseFacts(due);
    const events = await eraseEvents(due.companyId, said);
    if (!(await forgetReadModels(due.companyId))) return 'busy';
    await log.finish(due.companyId, events);
    return 'erased';
  }

  async function begin(due: Due, mayEnd: () => Promise<boolean>): Promise<Erased> {
    const said = erasedEvent(due.companyId);
    const isBegun = (await log.unfinished()).some(({ companyId }) => companyId === due.companyId);
    if (!isBegun && !(await terminate(due.companyId, mayEnd))) return 'running';
    await log.begin(due);
    return goOn(due, said);
  }

  const beginOrDefer = (due: Due, mayEnd: () => Promise<boolean>): Promise<Erased> =>
    begin(due, mayEnd).catch((error: unknown) => {
      if (error instanceof UnwritableEvent) return 'deferred';
      throw error;
    });

  return {
    /** Removes the bytes of what was erased from the files of the tables; the caller says what is left. */
    rewriteTables: deps.rewriteTables,

    /** Companies whose six months are over, and those that an earlier run did not finish. */
    async due(): Promise<readonly Due[]> {
      const begun = await log.unfinished();
      const known = new Set(begun.map(({ companyId }) => companyId));
      const due = [...begun];
      for (const companyId of await ports.candidates()) {
        const found = known.has(companyId) ? null : await isDue(companyId);
        if (found) due.push(found);
      }
      return due;
    },

    /** What `erase` would delete, by kind. */
    async count(due: Due): Promise<Counts> {
      const { companyId } = due;
      return {
        events: await store.count(streamsToErase(companyId)),
        'read model rows': await ports.countReadModels(companyId),
        ...(await tables.countRows(pool, companyId, await mailOf(due))),
      };
    },

    /** Erases a company that is due. Once begun, it cannot be stopped. */
    erase: (due: Due) => beginOrDefer(due, async () => (await isDue(due.companyId)) !== null),

    /** Ends and erases a company before its time, unless it pays: the demo company. May be repeated. */
    eraseNow: (due: Due) => beginOrDefer(due, () => costsNothing(due.companyId)),

    /** Checks the recently erased companies again. */
    async lookAgain(): Promise<void> {
      const since = new Date(clock.now().getTime() - LOOK_AGAIN_MS);
      for (const { companyId, ...due } of await log.finishedSince(since)) {
        await eraseFacts({ companyId, ...due });
        if ((await ports.countReadModels(companyId)) > 0) await forgetReadModels(companyId);
      }
    },
  };
}

export type Retention = ReturnType<typeof createRetention>;
