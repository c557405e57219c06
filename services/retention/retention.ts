import type pg from 'pg';
import { decodeEvent } from '#contracts/events/codec.ts';
import { streams, streamsToErase } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { Clock } from '#platform/clock.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { newEvents } from '#platform/commands/command-handler.ts';
import { withTransaction } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import type { CompanyTables } from './company-tables.postgres.ts';
import type { RetentionLog } from './retention-log.postgres.ts';
import { addressesIn, endOf, erasedFrom } from './retention-rules.ts';

/** How much there is, or was, of each kind of data. */
export type Counts = Readonly<Record<string, number>>;

/** A company whose six months are over. */
export type Due = { readonly companyId: string; readonly endedAt: string };

/** What retention asks of others; `main/retention.ts` fills it. */
type RetentionPorts = {
  /** Companies that may be due: those without a subscription that runs. More than are due does no harm. */
  candidates(): Promise<readonly string[]>;
  /** Ends the company: afterwards it cannot be renewed. */
  terminate(ctx: CommandContext): Promise<CommandOutcome<unknown>>;
  /** Nothing is asked of the payment provider for this company meanwhile. */
  inBillingTurn<Value>(companyId: string, work: () => Promise<Value>): Promise<Value>;
  /** Whether something that was asked of the payment provider is still open. */
  isPaying(companyId: string): Promise<boolean>;
  /** What a payment provider of our own keeps; of another one nothing. */
  forgetPayments(companyId: string): Promise<void>;
  /** Within the transaction of `client`; false: not now. */
  forgetReadModels(client: pg.ClientBase, companyId: string): Promise<number | false>;
  countReadModels(companyId: string): Promise<number>;
};

export type RetentionDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly store: Pick<EventStore, 'read' | 'append' | 'count' | 'erase'>;
  readonly tables: CompanyTables;
  readonly log: RetentionLog;
  readonly ports: RetentionPorts;
};

/**
 * - `erased`: nothing of the company is left.
 * - `running`: it has a subscription again, or one is under way; nothing was touched.
 * - `busy`: a rebuild of the read models is under way; the rest is done by the next run.
 */
export type Erased = 'erased' | 'running' | 'busy';

/** For so long after it was erased a company is looked at again: what was under way then may have left something. */
const LOOK_AGAIN_MS = 7 * 24 * 3_600_000;

/** Erases companies six months after they ended. Every step may be repeated. See ADR 0026. */
export function createRetention({ pool, clock, store, tables, log, ports }: RetentionDeps) {
  const load = async (stream: string): Promise<StoredEvent[]> => (await store.read(stream)).map(decodeEvent);

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

  /** The lock prevents a payment between the check and the end of the company. */
  const terminate = (companyId: string): Promise<boolean> =>
    ports.inBillingTurn(companyId, async () => {
      if ((await isDue(companyId)) === null || (await ports.isPaying(companyId))) return false;
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

  async function eraseEvents(companyId: string): Promise<number> {
    const ctx = contextOf(companyId, 'erase');
    const said = newEvents(ctx, [{ type: 'CompanyErased', data: { erasedAt: ctx.now } }]);
    // A conflict: an earlier run has said it.
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

  /** Whatever the run before has left, in the order in which it must go. */
  async function goOn(due: Due): Promise<Erased> {
    await eraseFacts(due);
    const events = await eraseEvents(due.companyId);
    if (!(await forgetReadModels(due.companyId))) return 'busy';
    await log.finish(due.companyId, events);
    return 'erased';
  }

  return {
    /** Companies whose time has come, and those that an earlier run did not finish. */
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

    /** Of one that is due. A company that an earlier run began with can not come back. */
    async erase(due: Due): Promise<Erased> {
      const isBegun = (await log.unfinished()).some(({ companyId }) => companyId === due.companyId);
      if (!isBegun && !(await terminate(due.companyId))) return 'running';
      await log.begin(due);
      return goOn(due);
    },

    /** Once more what was erased lately. */
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
