import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { Change, OwnFigures, SaleNews, Snapshot } from '#contracts/live/live-protocol.ts';
import type { Scheduler } from '#platform/clock.ts';
import type { Principal } from '#platform/principal.ts';
import type { Reply, Request, Viewer } from './process.ts';

/** A change that was answered, and what it must have left in the log. */
export type Acknowledged = {
  readonly kind: 'SaleRecorded' | 'SaleEdited' | 'SaleDeleted';
  readonly saleId: string;
  /** In cents; no two changes have the same. 0 for a removal. */
  readonly price: number;
  readonly position: number;
};

/** Sends the request to a process; undefined when no reply comes. */
export type Ask = (principal: Principal, request: Request) => Promise<Reply | undefined>;

const AGAIN_MS = 250;

/** Sells through any process that answers, and repeats a request with its key until it is answered. */
export function createSeller(principal: Principal, campaignId: string, ask: Ask, scheduler: Scheduler) {
  const acknowledged: Acknowledged[] = [];
  const odd: string[] = [];
  let own: string[] = [];
  let turns = 0;
  let losesReply = false;
  let pending = 0;
  let before = Promise.resolve();

  async function send(request: Request): Promise<Reply> {
    for (;;) {
      const reply = await ask(principal, request);
      const isLost = losesReply && reply?.status === 200;
      if (isLost) losesReply = false;
      if (reply?.status === 500) odd.push(`${request.method} ${request.url} was answered 500`);
      if (reply && !isLost && ![500, 503, 409].includes(reply.status)) return reply;
      await scheduler.pause(AGAIN_MS);
    }
  }

  /** Each price is another one, so that an event tells which request made it. */
  const priceOf = (turn: number) => 100 + turn;

  async function change(kind: 'record' | 'edit' | 'remove'): Promise<void> {
    turns += 1;
    const price = priceOf(turns);
    const key = `${principal.employeeId}-${turns}`;
    const saleId = own.at(-1);
    if (kind === 'record' || saleId === undefined) {
      const body = { name: 'Roof', campaignId, price, status: 'Closed', customerNumber: key };
      const {
        status,
        position,
        body: made,
      } = await send({ method: 'POST', url: '/sales/addsale', body, key });
      const id = made.requestedData?.[0]?.id;
      if (status !== 200 || id === undefined) return void odd.push(`addsale was answered ${status}`);
      own.push(id);
      acknowledged.push({ kind: 'SaleRecorded', saleId: id, price: price * 100, position });
      return;
    }
    const isEdit = kind === 'edit';
    const { status, position } = await send(
      isEdit
        ? { method: 'PATCH', url: `/sales/editsale/${saleId}`, body: { status: 'Closed', price }, key }
        : { method: 'DELETE', url: `/sales/delete/${saleId}`, key },
    );
    // A restored log may not have the sale.
    if (status !== 200 && own.includes(saleId)) odd.push(`${kind} of ${saleId} was answered ${status}`);
    if (!isEdit) own = own.filter((id) => id !== saleId);
    if (status !== 200) return;
    const made = isEdit
      ? ({ kind: 'SaleEdited', price: price * 100 } as const)
      : ({ kind: 'SaleDeleted', price: 0 } as const);
    acknowledged.push({ ...made, saleId, position });
  }

  return {
    principal,
    odd,
    acknowledged: () => acknowledged,
    /** A restored log has nothing behind this position. */
    forgetAfter(position: number): void {
      const kept = acknowledged.filter((one) => one.position <= position);
      const has = (id: string, kind: Acknowledged['kind']) =>
        kept.some((one) => one.kind === kind && one.saleId === id);
      acknowledged.splice(0, acknowledged.length, ...kept);
      own = kept.flatMap(({ kind, saleId }) =>
        kind === 'SaleRecorded' && !has(saleId, 'SaleDeleted') ? [saleId] : [],
      );
    },
    /** One change after the other, as a person does. */
    change(kind: 'record' | 'edit' | 'remove'): void {
      pending += 1;
      before = before
        .then(() => change(kind))
        .finally(() => {
          pending -= 1;
        });
    },
    loseNextReply(): void {
      losesReply = true;
    },
    isAnswered: () => pending === 0,
  };
}

export type Seller = ReturnType<typeof createSeller>;

/** A browser with a dashboard: its board, figures and news, and whatever was out of order on one connection. */
export function createDashboard(principal: Principal) {
  const odd: string[] = [];
  let versions = new Map<string, number>();
  let board = new Map<string, BillboardRow>();
  let figures: OwnFigures | null = null;
  let news = new Map<string, SaleNews>();
  let connection = 0;
  let isInDoubt = false;

  function versionOf(message: Change | Snapshot): void {
    const { topic, version } = message;
    const before = versions.get(topic);
    if ('from' in message && message.from !== before)
      odd.push(`${topic} leads from ${message.from} and was at ${before}`);
    if (version < (before ?? version)) odd.push(`${topic} went back from ${before} to ${version}`);
    versions.set(topic, version);
  }

  const stage = { recorded: 0, edited: 1, deleted: 2 };
  /** The price of a sale rises with each edit. */
  const isBehind = (newer: SaleNews, older: SaleNews) =>
    stage[newer.kind] < stage[older.kind] ||
    (newer.kind === 'edited' &&
      older.kind === 'edited' &&
      Number(newer.price.slice(1)) < Number(older.price.slice(1)));

  function hear(entries: readonly SaleNews[]): void {
    for (const entry of entries) {
      const before = news.get(entry.saleId);
      if (before && isBehind(entry, before) && !isInDoubt)
        odd.push(`the sale ${entry.saleId} was ${before.kind}, then ${entry.kind}`);
      news.set(entry.saleId, entry);
    }
  }

  function take(message: Change | Snapshot): void {
    versionOf(message);
    if (message.topic === 'sale news') hear(message.data);
    if (message.topic === 'own figures') figures = message.data;
    if (message.topic !== 'billboard') return;
    const { rows } = message.data;
    if ('removed' in message.data)
      for (const { employeeId } of message.data.removed) board.delete(employeeId);
    else board = new Map();
    for (const row of rows) board.set(row.employee_id, row);
  }

  return {
    principal,
    odd,
    board: () => board,
    figures: () => figures,
    news: () => news,
    /** What was shown may never have been, and the process that showed it ends. */
    otherLog(): void {
      isInDoubt = true;
    },
    /** A new connection: what is heard on a former one does not count. */
    connect(): Viewer {
      connection += 1;
      isInDoubt = false;
      const own = connection;
      versions = new Map();
      news = new Map();
      return {
        tell(message) {
          if (own === connection) take(structuredClone(message));
        },
      };
    },
  };
}

export type Dashboard = ReturnType<typeof createDashboard>;
