import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { keptPort } from './kept-port.ts';

/**
 * Stands between a client and a server, so that a test can take the server away and give it back:
 * `cut` refuses new connections and resets open ones, `mend` serves again on the same port. `hold` keeps back what the
 * server sends until `release`. `hush` stops passing bytes and takes connections as before, until `speak`: the network is
 * gone, and neither end is told. `forget` does so for good to the connections that are open, and new ones work.
 */
export async function startTcpProxy(target: URL) {
  const open = new Set<Socket>();
  const pairs = new Map<Socket, Socket>();
  let isHeld = false;
  let isHushed = false;
  let taken = 0;
  const port = await keptPort();
  let server = await listen();

  async function listen(): Promise<Server> {
    const made = createServer((client) => {
      taken += 1;
      const upstream = connect(Number(target.port), target.hostname);
      for (const socket of [client, upstream]) {
        open.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          open.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      pairs.set(client, upstream);
      client.on('close', () => pairs.delete(client));
      if (!isHushed) join(client, upstream);
      if (isHeld) upstream.pause();
    });
    made.listen(port, '127.0.0.1');
    await once(made, 'listening');
    return made;
  }

  function join(client: Socket, upstream: Socket): void {
    client.pipe(upstream).pipe(client);
  }

  function part(client: Socket, upstream: Socket): void {
    client.unpipe(upstream).pause();
    upstream.unpipe(client).pause();
  }

  async function cut(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.resetAndDestroy();
    await closed;
  }

  const through = new URL(target);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return {
    /** The target's URL through this proxy. */
    url: through.toString(),
    /** How many connections it has taken. */
    taken: () => taken,
    cut,
    async mend(): Promise<void> {
      server = await listen();
    },
    hold(): void {
      isHeld = true;
      for (const upstream of pairs.values()) upstream.pause();
    },
    release(): void {
      isHeld = false;
      for (const upstream of pairs.values()) upstream.resume();
    },
    hush(): void {
      isHushed = true;
      for (const [client, upstream] of pairs) part(client, upstream);
    },
    speak(): void {
      isHushed = false;
      for (const [client, upstream] of pairs) join(client, upstream);
    },
    forget(): void {
      for (const [client, upstream] of pairs) part(client, upstream);
      pairs.clear();
    },
    close: cut,
  };
}
