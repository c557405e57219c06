import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { Change, OwnFigures, SaleNews, Snapshot } from '#contracts/live/live-protocol.ts';
import type { Browser } from './browser.ts';
import type { Viewer } from './process.ts';

/** The lists of the catalogue that a dashboard has open, and where it asks for them. */
export const LISTS = {
  goals: '/goals/getgoals/all',
  campaigns: '/campaigns/getcampaigns/all',
  employees: '/employees/getemployees/all',
} as const;
type List = keyof typeof LISTS;
const ALL = Object.keys(LISTS) as List[];

/**
 * A browser with a dashboard: its board, figures, news and lists, and whatever was out of order on one connection. The
 * browser asks for the lists.
 */
export function createDashboard({ person, send }: Pick<Browser, 'person' | 'send'>) {
  const odd: string[] = [];
  let versions = new Map<string, number>();
  let board = new Map<string, BillboardRow>();
  let figures: OwnFigures | null = null;
  let news = new Map<string, SaleNews>();
  const lists = new Map<List, unknown>();
  const told = new Map<List, number>();
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

  /** As the web app does: what changed is asked for anew. The newest question counts. */
  function refetch(changed: readonly List[]): void {
    for (const list of changed) {
      const nth = (told.get(list) ?? 0) + 1;
      told.set(list, nth);
      void send({ method: 'GET', url: LISTS[list] }).then(({ status, body }) => {
        if (status !== 200) odd.push(`the list of ${list} was answered ${status}`);
        if (told.get(list) === nth) lists.set(list, body.requestedData);
      });
    }
  }

  function take(message: Change | Snapshot): void {
    versionOf(message);
    if (message.topic === 'catalogue') refetch('from' in message ? listsOf(message) : ALL);
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
    person,
    odd,
    board: () => board,
    figures: () => figures,
    news: () => news,
    lists: (): ReadonlyMap<List, unknown> => lists,
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

/** Lists show names of each other. */
function listsOf({ topic, data }: Change): readonly List[] {
  if (topic !== 'catalogue') return [];
  if (data.includes('goals') || data.includes('campaigns')) return ALL;
  return data.includes('employees') ? ['employees'] : [];
}
