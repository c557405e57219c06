import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** `sockets`: dashboards without a session, as many as are refused. `hang-ups`: posts that end in the middle. */
const [kind, url = '', count, seconds] = process.argv.slice(2);
const { hostname, port, host } = new URL(url);
const end = performance.now() + Number(seconds) * 1000;

const HEADERS = `Host: ${host}\r\nX-Forwarded-For: 203.0.113.77\r\n`;
const DASHBOARD = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${HEADERS}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
const HALF_A_POST = `POST /api/login HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"username":`;

async function client(): Promise<void> {
  while (performance.now() < end) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(kind === 'sockets' ? DASHBOARD : HALF_A_POST);
    if (kind === 'sockets') {
      socket.resume();
      await Promise.race([once(socket, 'close'), sleep(Math.max(0, end - performance.now()))]);
    } else await sleep(5);
    socket.destroy();
  }
}
await Promise.all(Array.from({ length: Number(count) }, client));
process.send?.({}, () => process.exit(0));
