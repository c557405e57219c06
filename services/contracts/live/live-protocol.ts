import type { BillboardRow } from '../endpoints/logs.endpoints.ts';
import type { ShownStartReason } from '../events/shift.events.ts';
import type { SaleStatus } from '../sale-status.ts';

/**
 * The live protocol: socket.io on its default path, websocket only, with the session cookie.
 *
 * A socket cannot ask for a room: the server puts it into the rooms of its company, person and role, and sends a
 * `snapshot` of each topic first. From then on each `change` says which version it leads from and to. A
 * `from` that is not the version held means a gap: the client sends `resync` with the topic and gets a new
 * snapshot. A snapshot replaces all rows. The server also sends one by itself: after a reconnect, at local
 * midnight, when much changed at once, or when the client was too slow for the changes. Versions
 * are positions of the event log, so they never fall, over restarts and across processes; a change may lead
 * from a version to the same one, when only the clock moved a figure.
 *
 * Rows are whole: applying a row twice gives the same result as applying it once.
 *
 * A newer server may send topics that a client does not know, and names of lists; it leaves them aside.
 *
 * A connection is refused with `connect_error` and a message: `notLoggedIn`, `subscriptionInactive`, `tooManyConnections`
 * (50 of one session at one process; close some) or `unavailable` (try again); from a foreign page it is refused without
 * one. A client that sends more than 240 messages in a minute is closed with 1008 and `too many messages`. When the server says `signed out`
 * or disconnects by itself, the client stays away until the person signs in. A broken connection (a server restart)
 * is worth a reconnect.
 */
export type LiveVersion = number;

/** The billboard of now, in the order of the REST call; `date` is the viewer's, a row has the date of its employee. */
export type BillboardSnapshot = { date: string; rows: BillboardRow[] };
/** Rows that replace those of the same `employee_id`, and rows to remove; `date` is that of the snapshot. */
export type BillboardChange = { rows: BillboardRow[]; removed: { employeeId: string; date: string }[] };

/**
 * A person's own figures. Commission in dollars, Closed sales only. They come again, perhaps unchanged, with every change
 * of the person's sales and shifts of any date, with every refresh of the rate, and with every sign-in and sign-out.
 */
export type OwnFigures = {
  employeeId: string;
  /** That of the own row on the board of now; without a row the date in the zone of the session. */
  date: string;
  totalCommission: number;
  todayCommission: number;
  todaySales: number;
  salesPerHour: number | 'N/A';
  shiftDuration: number | 'N/A';
  loginTime: string | null;
  /** IANA zone in which the shift began; null without one. */
  timezone: string | null;
  /** What started the shift of today; null without one. */
  startReason: ShownStartReason | null;
  /** From the goal of the person's campaign; null without a campaign. */
  hourlySales: number | null;
  hourlyDecisions: number | null;
  /** How often the list of the person's sessions changed while it was watched; absent from a process of an older version. */
  sessionChanges?: number;
};

/**
 * For managers: the employees whose sales, shifts or commission changed, of any date, by id: how often each since the
 * snapshot, which is empty. Other people learn of their own days by their own figures. It has no data: the viewer asks again.
 */
export type ChangedDays = { readonly [employeeId: string]: number };

/** For managers: the sales recorded or changed most recently, newest last. A newer entry of a sale replaces the older one. */
export type SaleNews = {
  saleId: string;
  /** The seller; absent in news of a process of an older version. */
  employeeId?: string;
  kind: 'recorded' | 'edited' | 'deleted';
  firstName: string;
  lastName: string;
  campaignName: string;
  status: SaleStatus;
  price: string;
  commission: number;
  at: string;
};

/** The lists of a company that are read by requests, not pushed. */
export const CATALOGUE_LISTS = [
  'campaigns',
  'company',
  'employees',
  'goals',
  'imports',
  'job aids',
  'pay',
] as const;
export type CatalogueList = (typeof CATALOGUE_LISTS)[number];

/** How often each list changed since the snapshot, which is empty. It has no data: the viewer asks for a list again. */
export type Catalogue = { readonly [List in CatalogueList]?: number };

export type LiveTopics = {
  billboard: { snapshot: BillboardSnapshot; change: BillboardChange };
  'own figures': { snapshot: OwnFigures; change: OwnFigures };
  'sale news': { snapshot: SaleNews[]; change: SaleNews[] };
  catalogue: { snapshot: Catalogue; change: CatalogueList[] };
  days: { snapshot: ChangedDays; change: string[] };
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
  /** At the start of each connection: the release of the web app that this process serves. A page of another one moves to it at rest. */
  release: (release: string) => void;
  snapshot: (message: Snapshot) => void;
  change: (message: Change) => void;
  /** The session ended (signed out, deleted, revoked); the server disconnects right after. */
  'signed out': () => void;
};

/** Events that a socket may emit. */
export type ClientToServer = {
  resync: (topic: LiveTopic) => void;
  /** In doubt whether the connection is alive: answered at once. */
  probe: (answer: () => void) => void;
};
