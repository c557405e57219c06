import type { CatalogueList, LiveTopic } from '#contracts/live/live-protocol.ts';
import type { Scheduler } from '#platform/clock.ts';
import type { LiveMessage, ReadModelChange } from '#platform/live/live-bus.port.ts';
import { createHeard } from '#platform/live/shards.port.ts';
import { isManager, type Principal } from '#platform/principal.ts';
import type { ReadModelName } from '#projections/all.projections.ts';
import type { Channel } from './channel.ts';

/** How soon after midnight of its zone a billboard shows the new date. */
const ROLL_OVER_MS = 1_000;

/** What the viewers of a channel see. */
export type Subscription = {
  readonly topic: LiveTopic;
  readonly companyId: string;
  /** Of the viewers. */
  readonly timeZone: string;
  /** Whose own figures; null for a topic of the whole company. */
  readonly person: string | null;
  /** The room of its viewers; unique among all channels. */
  readonly room: string;
};

type Open<Viewer> = { subscription: Subscription; channel: Channel<Viewer>; viewers: number };

/** Every channel with viewers, and which of them a message concerns. */
export function createChannels<Viewer>(deps: {
  make: (subscription: Subscription, position: number) => Channel<Viewer>;
  /** Up to which position the read models are committed. */
  position: () => number;
  scheduler: Scheduler;
}) {
  const byRoom = new Map<string, Open<Viewer>>();
  /** Channels by the keys of the changes that they show; see `keysOf`. */
  const listeners = new Map<string, Set<Open<Viewer>>>();
  const heard = createHeard(Number.NEGATIVE_INFINITY);

  function open(subscription: Subscription): Open<Viewer> {
    const channel = deps.make(subscription, Math.max(heard.of(subscription.companyId), deps.position()));
    const opened = { subscription, channel, viewers: 0 };
    byRoom.set(subscription.room, opened);
    for (const key of keysOf(subscription))
      listeners.set(key, (listeners.get(key) ?? new Set<Open<Viewer>>()).add(opened));
    return opened;
  }

  function close(opened: Open<Viewer>): void {
    opened.channel.close();
    byRoom.delete(opened.subscription.room);
    for (const key of keysOf(opened.subscription)) {
      const others = listeners.get(key);
      others?.delete(opened);
      if (others?.size === 0) listeners.delete(key);
    }
  }

  function onMessage(message: LiveMessage): void {
    if (message.kind === 'revoked') return;
    if (message.kind === 'missed') {
      for (const { channel } of byRoom.values()) channel.invalidate(deps.position());
      return;
    }
    if (message.kind === 'uncommitted') {
      for (const { channel } of listeners.get(keyOf(message.companyId, 'billboard', null)) ?? [])
        channel.showUncommitted(message);
      return;
    }
    heard.note(message);
    const touched = new Map<Channel<Viewer>, Set<string> | 'all'>();
    for (const change of message.changes) {
      // Most companies have no dashboard open at this process.
      if (!listeners.has(change.companyId)) continue;
      for (const { topic, person, date, key } of affectedTopics(change)) {
        for (const { channel } of listeners.get(keyOf(change.companyId, topic, person)) ?? []) {
          if (date === null || channel.shows(date)) collect(touched, channel, key);
        }
      }
    }
    for (const [channel, keys] of touched) channel.touch(keys, message.position);
  }

  const stopRollingOver = deps.scheduler.every(ROLL_OVER_MS, () => {
    for (const { channel } of byRoom.values()) channel.rollOverDate();
  });

  return {
    onMessage,
    join(subscription: Subscription, viewer: Viewer): void {
      const opened = byRoom.get(subscription.room) ?? open(subscription);
      opened.viewers += 1;
      opened.channel.join(viewer);
    },
    /** Sends a viewer of that room a new snapshot: after a gap, or when a slow viewer has caught up. */
    renew(room: string, viewer: Viewer): void {
      byRoom.get(room)?.channel.join(viewer);
    },
    leave(room: string, viewer: Viewer): void {
      const opened = byRoom.get(room);
      if (!opened) return;
      opened.channel.leave(viewer);
      opened.viewers -= 1;
      if (opened.viewers === 0) close(opened);
    },
    close(): void {
      stopRollingOver();
      for (const opened of [...byRoom.values()]) close(opened);
    },
  };
}

/** `person` is null for what concerns everyone in the company. */
function keyOf(companyId: string, topic: LiveTopic, person: string | null): string {
  return [companyId, topic, person].join('/');
}

/** The keys under which a change finds a channel: its company, its topic there, and its person. */
function keysOf({ companyId, topic, person }: Subscription): ReadonlySet<string> {
  return new Set([companyId, keyOf(companyId, topic, null), keyOf(companyId, topic, person)]);
}

function collect<Key>(touched: Map<Key, Set<string> | 'all'>, at: Key, key: string | null): void {
  const known = touched.get(at);
  if (key === null) touched.set(at, 'all');
  else if (known === undefined) touched.set(at, new Set([key]));
  else if (known !== 'all') known.add(key);
}

/**
 * What a person subscribes to: the server decides. A room has a time zone if it shows 'today'. Its name holds the company
 * or the person, whose ids are unique in the installation.
 */
export function subscriptionsOf(principal: Principal): Subscription[] {
  const { companyId, employeeId, timeZone } = principal;
  const subscriptions: Subscription[] = [
    { topic: 'billboard', companyId, timeZone, person: null, room: `company:${companyId}/${timeZone}` },
    {
      topic: 'own figures',
      companyId,
      timeZone,
      person: employeeId,
      room: `person:${companyId}/${employeeId}/${timeZone}`,
    },
    { topic: 'catalogue', companyId, timeZone, person: null, room: `catalogue:${companyId}` },
  ];
  if (isManager(principal)) {
    const ofCompany = { companyId, timeZone, person: null };
    subscriptions.push(
      { ...ofCompany, topic: 'sale news', room: `managers:${companyId}` },
      { ...ofCompany, topic: 'days', room: `days:${companyId}` },
    );
  }
  return subscriptions;
}

/** A committed change as the viewers of a topic see it. A part that is null may be any. */
type AffectedTopic = {
  readonly topic: LiveTopic;
  /** Whose own figures; null for a topic of the whole company. */
  readonly person: string | null;
  /** Local date of the row. */
  readonly date: string | null;
  /** The row within its channel. */
  readonly key: string | null;
};

type RowKey = Readonly<Partial<Record<string, string>>>;

/** Which topics show the rows of a committed change; none for a read model of another version of the program. */
export function affectedTopics({ model, keys }: ReadModelChange): readonly AffectedTopic[] {
  if (!Object.hasOwn(topicsOfRow, model)) return [];
  const rows = keys.length > 0 ? keys : [{}];
  return rows.flatMap(topicsOfRow[model as keyof typeof topicsOfRow]);
}

const changedList = (key: CatalogueList | null): AffectedTopic => ({
  topic: 'catalogue',
  person: null,
  date: null,
  key,
});

/** Facts without events, whose services publish their changes themselves. */
type Unprojected = 'imports' | 'rates' | 'sessions';

const topicsOfRow: {
  readonly [Model in ReadModelName | Unprojected]: (row: RowKey) => readonly AffectedTopic[];
} = {
  'employee-days': ({ employee_id: person = null, day: date = null }) => [
    { topic: 'billboard', person: null, date, key: person },
    // Of any date, because the commission in own figures is of all time.
    { topic: 'own figures', person, date: null, key: person },
    { topic: 'days', person: null, date: null, key: person },
  ],
  'sales-book': (row) => [{ topic: 'sale news', person: null, date: null, key: row.sale_id ?? null }],
  // A new name or another campaign, and with it another goal.
  directory: ({ employee_id: person = null }) => [
    { topic: 'billboard', person: null, date: null, key: person },
    { topic: 'own figures', person, date: null, key: person },
    changedList('employees'),
  ],
  // The change does not say which people have that campaign or goal, so it is every row of the board. Own figures
  // are one row; any key stands for it and makes it a change instead of a snapshot.
  catalogue: (row) => [
    { topic: 'billboard', person: null, date: null, key: null },
    { topic: 'own figures', person: null, date: null, key: row.goal_id ?? row.campaign_id ?? null },
    changedList(row.goal_id ? 'goals' : row.campaign_id ? 'campaigns' : null),
  ],
  'company-account': () => [changedList('company')],
  'job-aids': () => [changedList('job aids')],
  history: () => [],
  access: () => [],
  // Statements, lines of managers, rules, and a person whose sale was confirmed; sales show by themselves.
  pay: (row) => (row.sale_id === undefined ? [changedList('pay')] : []),
  claims: () => [changedList('pay')],
  imports: () => [changedList('imports')],
  // By the clock alone: no day changed.
  rates: ({ employee_id: person = null, day: date = null }) => [
    { topic: 'billboard', person: null, date, key: person },
    { topic: 'own figures', person, date: null, key: person },
  ],
  sessions: ({ employee_id: person = null }) => [
    { topic: 'own figures', person, date: null, key: 'sessions' },
  ],
};
