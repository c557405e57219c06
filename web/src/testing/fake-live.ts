import type { LiveTopic } from '#contracts/live/live-protocol.ts';
import type { LiveClient } from '../live/live-client.ts';
import type { Held, HeldTopics } from '../live/live-topic.ts';

type Told = { [T in LiveTopic]?: Omit<Held<T>, 'base'> & { base?: number } };

/** A live connection for tests of atoms: `tell` is the news, `asked` what was asked for again. */
export function createFakeLive(): LiveClient & { tell(topics: Told): void; asked: string[] } {
  const asked: string[] = [];
  let listener: Parameters<LiveClient['open']>[0] = () => undefined;
  return {
    asked,
    open(listen) {
      listener = listen;
      return () => undefined;
    },
    resync: (topic) => void asked.push(topic),
    nudge: () => undefined,
    doubt: () => undefined,
    tell(topics) {
      const held = Object.entries(topics).map(([topic, told]) => [topic, { base: 0, ...told }]);
      listener(Object.fromEntries(held) as HeldTopics, 'live');
    },
  };
}
