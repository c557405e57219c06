import { connect, createServer, type Socket } from 'node:net';

export type CuttableProxy = {
  readonly port: number;
  /** The server's answer to what contains this text is thrown away and the connection is cut. */
  loseAnswerTo(text: string): void;
  close(): Promise<void>;
};

/** A network between us and a server on the loopback interface that fails when it is told to. */
export async function startCuttableProxy(serverPort: number): Promise<CuttableProxy> {
  let textToMiss: string | undefined;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1');
    let answerIsLost = false;
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
    client.on('data', (chunk) => {
      if (textToMiss && chunk.includes(textToMiss)) {
        answerIsLost = true;
        textToMiss = undefined;
      }
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (answerIsLost) cut();
      else client.write(chunk);
    });
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    loseAnswerTo(text) {
      textToMiss = text;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        proxy.close(() => done());
      }),
  };
}
