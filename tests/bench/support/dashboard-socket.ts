import { WebSocket } from 'ws';

export function opened(url: string, headers: Record<string, string>): Promise<WebSocket> {
  return new Promise((done, fail) => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false });
    socket.once('open', () => done(socket));
    socket.once('error', fail);
  });
}

/**
 * A dashboard that has its first billboard. It says by hand what socket.io wants (`40` joins, `3` answers a ping), so that
 * no client library is part of the figure.
 */
export async function openedDashboard(
  url: string,
  cookie: string,
  onText: (text: string) => void = () => {},
): Promise<void> {
  const socket = await opened(`${url}/socket.io/?EIO=4&transport=websocket`, { cookie });
  await new Promise<void>((shown) => {
    socket.on('message', (data) => {
      const text = data.toString();
      onText(text);
      if (text === '2') socket.send('3');
      else if (text.startsWith('42["snapshot",{"topic":"billboard"')) shown();
    });
    socket.send('40');
  });
}
