import type { BillboardRow } from '../endpoints/logs.endpoints.ts';
import type { SaleStatus } from '../sale-status.ts';

/**
 * The live protocol, spoken over socket.io on its default path, websocket only, with the session cookie.
 *
 * A socket joins nothing by asking: the server puts it where its company, person and role belong, and sends a
 * `snapshot` of each topic first. From then on each `change` says which version it leads from and to. A
 * `from` that is not the version held means a gap: the client sends `resync` with the topic and gets a new
 * snapshot. A snapshot replaces what is held, also one that was not asked for: after a reconnect, at local
 * midnight, when much changed at once, or when the client was too slow for the changes in between. Versions
 * are positions of the event log, so they never fall, over restarts and across processes; a change may lead
 * from a version to the same one, when only the clock moved a figure.
 *
 * Rows are whole: whoever applies a row again, or a newer one twice, ends with the same.
 *
 * A connection is refused with `connect_error` and a message: `notLoggedIn`, `subscriptionInactive` or
 * `unavailable` (try again); from a foreign page it is refused without one. When the server says `signed out`
 * or disconnects by itself, the client stays away until its person signs in; a connection that merely breaks,
 * as it does when a server restarts, is worth reconnecting.
 */
export type LiveVersion = number;

/** Today's billboard as the viewer's time zone has it, in the order of the REST call of that date. */
export type BillboardSnapshot = { date: string; rows: BillboardRow[] };
/** Rows to put in place of those of the same `employee_id`, and rows to take out; all of the snapshot's date. */
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
  /** Of the goal behind the person's campaign; null without a campaign. */
  hourlySales: number | null;
  hourlyDecisions: number | null;
};

/** The manager view: what was just recorded or changed, newest last. One of a sale replaces the one before. */
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
