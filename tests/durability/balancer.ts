import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemScheduler } from '#platform/clock.ts';

/** What an operator sets in front of the processes. It repeats nothing. */
export type Balancer = {
  readonly url: string;
  /** Sends requests there, or sockets, while it is ready. */
  add(role: 'api' | 'gateway', url: string): void;
  /** Resolves when so many of a role are ready. */
  ready(role: 'api' | 'gateway', count: number): Promise<void>;
  close(): Promise<void>;
};

type Backend = { readonly role: 'api' | 'gateway'; readonly url: URL; isReady: boolean };

const ASK_MS = 1000;

/** Asks each process each second whether it is ready, and gives what comes to the ready ones in turn. */
export async function startBalancer(): Promise<Balancer> {
  const backends = new Set<Backend>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const pick = (role: Backend['role']): Backend | undefined => {
    const able = [...backends].filter((each) => each.role === role && each.isReady);
    turn += 1;
    return able[turn % able.length];
  };

  async function ask(backend: Backend): Promise<void> {
    const reply = await fetch(new URL('/readyz', backend.url)).catch(() => null);
    backend.isReady = reply?.ok ?? false;
    if (reply === null) backends.delete(backend);
    await reply?.body?.cancel();
  }
  const askAll = async () => void (await Promise.all([...backends].map(ask)));
  const stopAsking = systemScheduler.every(ASK_MS, () => void askAll());

  function pass(incoming: IncomingMessage, reply: ServerResponse): void {
    const { method, url, headers } = incoming;
    const fail = () => void (reply.headersSent ? reply.destroy() : reply.writeHead(502).end());
    const backend = pick('api');
    if (!backend) {
      fail();
      return;
    }
    const { hostname, port } = backend.url;
    const outgoing = request({ agent, hostname, port, method, path: url, headers }, (answer) => {
      const { connection, ...kept } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(reply);
    });
    outgoing.on('error', fail);
    incoming.pipe(outgoing);
  }

  function join(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const backend = pick('gateway');
    if (!backend) {
      socket.destroy();
      return;
    }
    const upstream = connect(Number(backend.url.port), backend.url.hostname);
    const fields = incoming.rawHeaders.map((field, at) => (at % 2 === 0 ? `${field}: ` : `${field}\r\n`));
    upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${fields.join('')}\r\n`);
    upstream.write(head);
    for (const end of [socket, upstream])
      end
        .on('error', () => {})
        .on('close', () => {
          socket.destroy();
          upstream.destroy();
        });
    socket.pipe(upstream).pipe(socket);
  }

  const server = createServer(pass).on('upgrade', join).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (role, url) => void backends.add({ role, url: new URL(url), isReady: false }),
    async ready(role, count) {
      const able = () => [...backends].filter((each) => each.role === role && each.isReady).length;
      while (able() < count) await systemScheduler.pause(ASK_MS / 10);
    },
    async close() {
      stopAsking();
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
