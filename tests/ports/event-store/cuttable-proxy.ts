import { connect, createServer, type Socket } from 'node:net';

export type CuttableProxy = {
  readonly port: number;
  /** What the server answers next, on any connection, is thrown away and the connection is cut. */
  loseNextAnswer(): void;
  close(): Promise<void>;
};

/** A network between us and a server on the loopback interface that fails when it is told to. */
export async function startCuttableProxy(serverPort: number): Promise<CuttableProxy> {
  let answerToLose = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1');
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    client.on('data', (chunk) => server.write(chunk));
    server.on('data', (chunk) => {
      if (!answerToLose) {
        client.write(chunk);
        return;
      }
      answerToLose = false;
      cut();
    });
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    loseNextAnswer() {
      answerToLose = true;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        proxy.close(() => done());
      }),
  };
}
