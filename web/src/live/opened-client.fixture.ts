import { createLiveClient, type LiveConnection, type LiveSocket } from './live-client.ts';
import type { HeldTopics } from './live-topic.ts';

/** A client on a socket that the test plays, and the time of its retries. */
export function openedClient() {
  const handlers = new Map<string, (given: never) => void>();
  const emitted: string[] = [];
  const retries: { connect: () => void; after: number; isOver: boolean }[] = [];
  const waited: number[] = [];
  let connects = 0;
  let disconnects = 0;
  const world = { time: 0, isThere: true as boolean | Promise<boolean>, isAwaited: true, answer: () => {} };
  const socket: LiveSocket = {
    connected: false,
    connect: () => connects++,
    disconnect: () => disconnects++,
    on: (event: string, handler: (given: never) => void) => handlers.set(event, handler),
    emit: (event, ...given) => {
      const [what] = given;
      emitted.push(typeof what === 'string' ? `${event} ${what}` : event);
      if (typeof what === 'function') world.answer = what;
    },
  };
  let state: { held: HeldTopics; connection: LiveConnection } | undefined;
  let frames: (() => void)[] = [];
  let delivered = 0;
  const client = createLiveClient({
    openSocket: () => socket,
    beforeNextFrame: (work) => frames.push(work),
    later: (work, after) => {
      const end = () => {
        retry.isOver = true;
      };
      const connect = () => {
        end();
        work();
      };
      const retry = { connect, after, isOver: false };
      retries.push(retry);
      return end;
    },
    now: () => world.time,
    random: () => 1,
    isReachable: async () => world.isThere,
    isAwaited: () => world.isAwaited,
  });
  const close = client.open((held, connection) => {
    delivered++;
    state = { held, connection };
  });
  /** The newest attempt begins, when its pause is over. */
  async function retry() {
    const due = retries.at(-1);
    waited.push(due?.after ?? 0);
    world.time += due?.after ?? 0;
    due?.connect();
    await Promise.resolve();
  }
  return {
    client,
    socket,
    world,
    retry,
    close,
    emitted,
    retries,
    waited,
    connects: () => connects,
    disconnects: () => disconnects,
    delivered: () => delivered,
    hear: (event: string, given?: unknown) => handlers.get(event)?.(given as never),
    draw() {
      const due = frames;
      frames = [];
      for (const work of due) work();
      return state;
    },
  };
}
