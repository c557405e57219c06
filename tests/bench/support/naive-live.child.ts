import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import pg from 'pg';
import { WebSocketServer } from 'ws';

/**
 * What a plain program with the same path does: session by cookie, one INSERT with its NOTIFY, a listener that
 * sends what it hears to every browser. No rules, no history, no read models, no tenants, nothing coalesced.
 */
const connectionString = process.argv[2];
const pool = new pg.Pool({ connectionString, max: 20 });
const token = randomUUID();
await pool.query(`
  CREATE TABLE IF NOT EXISTS naive_sessions (token text PRIMARY KEY, employee_id uuid NOT NULL);
  CREATE TABLE IF NOT EXISTS naive_sales (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data jsonb NOT NULL)`);
await pool.query('INSERT INTO naive_sessions VALUES ($1, $2)', [token, randomUUID()]);

const app = Fastify();
await app.register(cookie);
app.post('/api/sales/addsale', async (request, reply) => {
  const session = await pool.query({
    name: 'session',
    text: 'SELECT employee_id FROM naive_sessions WHERE token = $1',
    values: [request.cookies.session],
  });
  if (session.rows.length === 0) return reply.code(401).send();
  const sale = JSON.stringify(request.body);
  await pool.query({
    name: 'insert',
    text: 'WITH sale AS (INSERT INTO naive_sales (data) VALUES ($1::text::jsonb)) SELECT pg_notify($2, $1::text)',
    values: [sale, 'naive_live'],
  });
  return { message: 'Data saved successfully', requestedData: [request.body] };
});

const sockets = new WebSocketServer({ server: app.server });
const listener = new pg.Client({ connectionString });
await listener.connect();
await listener.query('LISTEN naive_live');
listener.on('notification', ({ payload = '' }) => {
  for (const socket of sockets.clients) socket.send(payload);
});

const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ address, cookie: `session=${token}` });
process.once('SIGTERM', async () => {
  for (const socket of sockets.clients) socket.terminate();
  await listener.end();
  await app.close();
  await pool.end();
  process.exit(0);
});
