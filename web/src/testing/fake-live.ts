import type { LiveTopic } from '#contracts/live/live-protocol.ts';
import type { LiveClient } from '../live/live-client.ts';
import type { Held, HeldTopics } from '../live/live-topic.ts';

type Topics = { [T in LiveTopic]?: Omit<Held<T>, 'base'> & { base?: number } };

/** A live connection for tests of atoms: `send` delivers topics, `resynced` lists the topics that were asked for again. */
export function createFakeLive(): LiveClient & { send(topics: Topics): void; resynced: string[] } {
  const resynced: string[] = [];
  let listener: Parameters<LiveClient['open']>[0] = () => undefined;
  return {
    resynced,
    open(listen) {
      listener = listen;
      return () => undefined;
    },
    resync: (topic) => void resynced.push(topic),
    reconnectNow: () => undefined,
    dropConnection: () => undefined,
    checkConnection: () => undefined,
    send(topics) {
      const held = Object.entries(topics).map(([topic, state]) => [topic, { base: 0, ...state }]);
      listener(Object.fromEntries(held) as HeldTopics, 'live', null);
    },
  };
}
