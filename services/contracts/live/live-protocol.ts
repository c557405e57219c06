import type { BillboardRow } from '../endpoints/logs.endpoints.ts';
import type { SaleStatus } from '../sale-status.ts';

/**
 * The live protocol, spoken over socket.io on its default path with the session cookie.
 *
 * A socket joins nothing by asking: the server puts it into the rooms of its company, its person and, for
 * managers, the manager view, and sends a `snapshot` of each topic first. From then on each `change` says
 * which version it leads from and to. `from` not equal to the version held means a gap: the client sends
 * `resync` with the topic and gets a new snapshot. Versions are positions of the event log, so they grow
 * over restarts and across processes.
 */
export type LiveVersion = number;

/** Today's billboard as the viewer's time zone has it; rows of other local dates carry their own date. */
export type BillboardSnapshot = { date: string; rows: BillboardRow[] };
export type BillboardChange = { rows: BillboardRow[]; removed: { employeeId: string; date: string }[] };

/** What one person watches of himself. Commission in dollars, Closed sales only. */
export type OwnFigures = {
  employeeId: string;
  date: string;
  totalCommission: number;
  todayCommission: number;
  todaySales: number;
  salesPerHour: number | 'N/A';
  shiftDuration: number | 'N/A';
  loginTime: string | null;
};

/** The manager view: what was just recorded or changed, newest last. */
export type SaleNews = {
  saleId: string;
  kind: 'recorded' | 'edited' | 'deleted';
  firstName: string;
  lastName: string;
  campaignName: string;
  status: SaleStatus;
  price: string;
  commission: number;
  at: string;
};

export type LiveTopics = {
  billboard: { snapshot: BillboardSnapshot; change: BillboardChange };
  'own figures': { snapshot: OwnFigures; change: OwnFigures };
  'sale news': { snapshot: SaleNews[]; change: SaleNews[] };
};
export type LiveTopic = keyof LiveTopics;

export type Snapshot<Topic extends LiveTopic = LiveTopic> = {
  [T in Topic]: { topic: T; version: LiveVersion; data: LiveTopics[T]['snapshot'] };
}[Topic];

export type Change<Topic extends LiveTopic = LiveTopic> = {
  [T in Topic]: { topic: T; from: LiveVersion; version: LiveVersion; data: LiveTopics[T]['change'] };
}[Topic];

/** Events that the server emits to a socket. */
export type ServerToClient = {
  snapshot: (message: Snapshot) => void;
  change: (message: Change) => void;
  /** The session ended (signed out, deleted, revoked); the server disconnects right after. */
  'signed out': () => void;
};

/** Events that a socket may emit. */
export type ClientToServer = {
  resync: (topic: LiveTopic) => void;
};
