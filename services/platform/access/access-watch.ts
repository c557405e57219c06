import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RouteName } from '#contracts/endpoints/access-table.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { ACCESS_FACTS } from '#contracts/events/access.events.ts';
import { localDate } from '#contracts/local-date.ts';
import type { Clock, Scheduler } from '../clock.ts';
import { derivedId } from '../ids.ts';
import { networkOf } from '../limits/network.ts';
import type { Log } from '../log.ts';
import type { Person, Principal } from '../principal.ts';
import type { AccessNotes, CountedNote } from './access-notes.ts';

/** Where a read names the person whose pay it shows. */
const PAY_OF: Partial<Record<RouteName, 'params.id' | 'query.id' | 'query.employeeId'>> = {
  'GET /logs/getlogs/{id}': 'params.id',
  'GET /logs/getlogsbyid&date': 'query.id',
  'GET /sales/getsales/all': 'query.employeeId',
  'GET /sales/getsales/{date}': 'query.employeeId',
  'GET /sales/get-commission/{id}': 'params.id',
  'GET /audit/numbers/commission/{id}': 'params.id',
  'GET /audit/numbers/day/{id}/{date}': 'params.id',
  'GET /pay/statements': 'query.employeeId',
  'GET /pay/statements/{from}': 'query.employeeId',
};

const FILES: Partial<Record<RouteName, string>> = {
  'GET /audit/events.csv': 'the history as CSV',
  'GET /audit/events.jsonl': 'the history as JSON Lines',
  'GET /audit/proof/export': 'the history with its proof',
  'GET /audit/proof/statement/{id}': 'the commission statement',
  'GET /employees/own-data': 'all own data',
  'GET /pay/payroll/{from}/csv': 'the payroll of a period',
};

const COUNTED = ['password refused', 'call not allowed'] as const;

const FLUSH_MS = 5000;
/** The last counts of an hour come after its end. */
const LATE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** People with refusals, and their networks, between two flushes; readers with people that they looked at today. */
const COUNTS_MAX = 10_000;
const READS_REMEMBERED = 50_000;

export type AccessWatchDeps = {
  readonly access: Pick<AccessNotes, 'note' | 'count'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Pick<Log, 'warn'>;
  /** In words. */
  readonly deviceName: (userAgent: string | null) => string;
};

export type AccessWatch = ReturnType<typeof createAccessWatch>;

/** Tells the access history of reads that it has, before they are answered, and of refusals, added up. See ADR 0059. */
export function createAccessWatch({ access, clock, scheduler, log, deviceName }: AccessWatchDeps) {
  let counted = new Map<string, CountedNote>();
  const noted = new LRUCache<string, true>({ max: READS_REMEMBERED });

  function fieldsOf(request: FastifyRequest) {
    const device = deviceName(request.headers['user-agent'] ?? null);
    return { at: clock.now().toISOString(), correlationId: request.id, address: request.ip, device };
  }

  async function noteOnce(id: string, note: Omit<Parameters<AccessNotes['note']>[0], 'id'>): Promise<void> {
    if (noted.has(id)) return;
    await access.note({ ...note, id });
    noted.set(id, true);
  }

  async function noteRead(name: RouteName, request: FastifyRequest, caller: Principal): Promise<void> {
    const { companyId, employeeId: actorId, timeZone } = caller;
    const fields = { companyId, actorId, ...fieldsOf(request) };
    const isFile = FILES[name] !== undefined;
    const employeeId = personIn(request, isFile ? 'params.id' : PAY_OF[name]) ?? actorId;
    if (isFile) {
      const id = derivedId('file', name, companyId, actorId, employeeId, fields.at.slice(0, 16));
      await noteOnce(id, { ...fields, employeeId, fact: 'file exported', about: FILES[name] });
    } else if (employeeId !== actorId) {
      const id = derivedId('pay', companyId, actorId, employeeId, localDate(fields.at, timeZone));
      await noteOnce(id, { ...fields, employeeId, fact: 'pay read' });
    }
  }

  async function flush(): Promise<void> {
    const notes = counted;
    counted = new Map();
    for (const note of notes.values())
      await access.count(note).catch((err: unknown) => {
        log.warn({ err, times: note.times }, 'refusals are missing in the access history');
      });
  }

  let flushing: Promise<void> = Promise.resolve();
  const flushInTurn = () => {
    flushing = flushing.then(flush);
    return flushing;
  };
  const stop = scheduler.every(FLUSH_MS, () => {
    if (counted.size > 0) void flushInTurn();
  });

  return {
    /** The hook of such an endpoint that runs before its answer is sent; none for the others. */
    onSend(endpoint: Endpoint) {
      const name = `${endpoint.method} ${endpoint.path}` as RouteName;
      if (PAY_OF[name] === undefined && FILES[name] === undefined) return [];
      return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        if (request.principal && reply.statusCode < 400) await noteRead(name, request, request.principal);
        return payload;
      };
    },

    /** An event of the security log that is a refusal; those of unknown people and of other kinds are left out. */
    refused(event: string, { companyId, employeeId }: Person, request: FastifyRequest): void {
      const fact = COUNTED.find((one) => ACCESS_FACTS[one] === event);
      if (!fact) return;
      const fields = fieldsOf(request);
      const hour = fields.at.slice(0, 13);
      const id = derivedId('refused', companyId, employeeId, fact, hour);
      const key = `${id} ${networkOf(fields.address)}`;
      const before = counted.get(key);
      if (before) {
        counted.set(key, { ...before, times: before.times + 1, until: fields.at });
        return;
      }
      if (counted.size >= COUNTS_MAX) return;
      const dueAt = new Date(Date.parse(`${hour}:00:00.000Z`) + HOUR_MS + LATE_MS).toISOString();
      const actorId = fact === 'call not allowed' ? employeeId : null;
      counted.set(key, {
        ...{ id, companyId, employeeId, actorId, fact, ...fields },
        ...{ times: 1, until: fields.at, dueAt },
      });
    },

    /** Stores what was counted. */
    flush: flushInTurn,

    async close(): Promise<void> {
      stop();
      await flushInTurn();
    },
  };
}

function personIn({ params, query }: FastifyRequest, place: string | undefined): string | undefined {
  const [part, name = ''] = place?.split('.') ?? [];
  const fields = (part === 'query' ? query : params) as Readonly<Record<string, string | undefined>>;
  return part === undefined ? undefined : fields[name];
}
