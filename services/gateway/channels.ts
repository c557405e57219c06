import type { LiveTopic } from '#contracts/live/live-protocol.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import type { Channel } from './channel.ts';
import { touchesOf } from './touches.ts';

/** How soon after midnight of its zone a billboard turns to the new date. */
const TURN_PAGE_MS = 1_000;

/** Where in the company a channel listens. */
export type ChannelPlace = {
  readonly topic: LiveTopic;
  readonly companyId: string;
  /** Of its viewers. */
  readonly timeZone: string;
  /** Whose own figures; null for a topic of the whole company. */
  readonly person: string | null;
  /** The room of its viewers; unique among all channels. */
  readonly room: string;
};

type Open<Viewer> = { place: ChannelPlace; channel: Channel<Viewer>; viewers: number };

/** Every channel that somebody watches, and which of them a message concerns. */
export function createChannels<Viewer>(deps: {
  make: (place: ChannelPlace, position: number) => Channel<Viewer>;
  /** How far the read models are. */
  position: () => number;
}) {
  const byRoom = new Map<string, Open<Viewer>>();
  /** Company, then topic with person: news of a company looks at that company's channels only. */
  const byCompany = new Map<string, Map<string, Set<Open<Viewer>>>>();
  let heardOf = Number.NEGATIVE_INFINITY;

  function open(place: ChannelPlace): Open<Viewer> {
    const channel = deps.make(place, Math.max(heardOf, deps.position()));
    const opened = { place, channel, viewers: 0 };
    byRoom.set(place.room, opened);
    const ofCompany = byCompany.get(place.companyId) ?? new Map<string, Set<Open<Viewer>>>();
    byCompany.set(place.companyId, ofCompany);
    const listening = ofCompany.get(spot(place.topic, place.person)) ?? new Set();
    ofCompany.set(spot(place.topic, place.person), listening.add(opened));
    return opened;
  }

  function close({ place, channel }: Open<Viewer>): void {
    channel.close();
    byRoom.delete(place.room);
    const ofCompany = byCompany.get(place.companyId);
    const listening = ofCompany?.get(spot(place.topic, place.person));
    for (const opened of listening ?? []) if (opened.place === place) listening?.delete(opened);
    if (listening?.size === 0) ofCompany?.delete(spot(place.topic, place.person));
    if (ofCompany?.size === 0) byCompany.delete(place.companyId);
  }

  function hear(message: LiveMessage): void {
    if (message.kind === 'revoked') return;
    if (message.kind === 'missed') {
      for (const { channel } of byRoom.values()) channel.doubt(deps.position());
      return;
    }
    if (message.kind === 'foreseen') {
      const listening = byCompany.get(message.companyId)?.get(spot('billboard', null)) ?? [];
      for (const { channel } of listening) channel.foresee(message);
      return;
    }
    heardOf = Math.max(heardOf, message.position);
    const touched = new Map<Channel<Viewer>, Set<string> | 'all'>();
    for (const change of message.changes) {
      const ofCompany = byCompany.get(change.companyId);
      if (!ofCompany) continue;
      for (const { topic, person, date, key } of touchesOf(change)) {
        const anyone = topic === 'own figures' && person === null;
        const listening = anyone ? all(ofCompany, topic) : (ofCompany.get(spot(topic, person)) ?? []);
        for (const { channel } of listening) {
          if (date === null || channel.shows(date)) collect(touched, channel, key);
        }
      }
    }
    for (const [channel, keys] of touched) channel.touch(keys, message.position);
  }

  const pages = setInterval(() => {
    for (const { channel } of byRoom.values()) channel.turnPage();
  }, TURN_PAGE_MS);
  pages.unref();

  return {
    hear,
    enter(place: ChannelPlace, viewer: Viewer): void {
      const opened = byRoom.get(place.room) ?? open(place);
      opened.viewers += 1;
      opened.channel.join(viewer);
    },
    /** A new snapshot for a viewer that entered before: after a gap, or when it has caught up. */
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
      clearInterval(pages);
      for (const opened of [...byRoom.values()]) close(opened);
    },
  };
}

function spot(topic: LiveTopic, person: string | null): string {
  return `${topic}/${person ?? ''}`;
}

function* all<Value>(ofCompany: Map<string, Set<Value>>, topic: LiveTopic): Iterable<Value> {
  for (const [at, listening] of ofCompany) if (at.startsWith(`${topic}/`)) yield* listening;
}

function collect<Key>(touched: Map<Key, Set<string> | 'all'>, at: Key, key: string | null): void {
  const known = touched.get(at);
  if (key === null) touched.set(at, 'all');
  else if (known === undefined) touched.set(at, new Set([key]));
  else if (known !== 'all') known.add(key);
}
