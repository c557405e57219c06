import type { LiveClient } from '../live/live-client.ts';
import type { HeldTopics } from '../live/live-topic.ts';

/** A live connection for tests of atoms: `tell` is the news, `asked` what was asked for again. */
export function createFakeLive(): LiveClient & { tell(held: HeldTopics): void; asked: string[] } {
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
    tell: (held) => listener(held, 'live'),
  };
}
