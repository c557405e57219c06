import { openedDashboard } from './dashboard-socket.ts';

/** Opens a dashboard for each cookie, says so, and does nothing more. */
const [url = '', cookies = '[]'] = process.argv.slice(2);
const all: string[] = JSON.parse(cookies);
const AT_ONCE = 50;
for (let at = 0; at < all.length; at += AT_ONCE) {
  await Promise.all(all.slice(at, at + AT_ONCE).map((cookie) => openedDashboard(url, cookie)));
}
process.once('SIGTERM', () => process.exit(0));
process.send?.({});
