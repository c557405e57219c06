import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import pg from 'pg';
import { Type } from 'typebox';

/**
 * The baseline of the command benchmark: what a plain CRUD program does for the same request. Session by
 * cookie, schema, one INSERT … RETURNING; no history, no projections, no live news. A key of the request is unique in the
 * same transaction.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
await pool.query(`
  DROP TABLE IF EXISTS crud_sales, crud_sessions, crud_keys;
  CREATE TABLE crud_keys (employee_id uuid, key text, sale_id uuid NOT NULL, PRIMARY KEY (employee_id, key));
  CREATE TABLE crud_sessions (token text PRIMARY KEY, employee_id uuid NOT NULL, company_id uuid NOT NULL);
  CREATE TABLE crud_sales (
    id uuid PRIMARY KEY, company_id uuid NOT NULL, employee_id uuid NOT NULL, campaign_id uuid NOT NULL,
    name text NOT NULL, customer_number text NOT NULL, price_cents bigint NOT NULL, discount numeric NOT NULL,
    status text NOT NULL, details text NOT NULL, entry_date date NOT NULL DEFAULT current_date,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON crud_sales (company_id, employee_id, entry_date);
`);
const token = randomUUID();
await pool.query('INSERT INTO crud_sessions VALUES ($1, $2, $3)', [token, randomUUID(), randomUUID()]);

const app = Fastify().withTypeProvider<TypeBoxTypeProvider>().setValidatorCompiler(TypeBoxValidatorCompiler);
await app.register(cookie);

const body = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  campaignId: Type.String({ format: 'uuid' }),
  customerNumber: Type.String({ maxLength: 255 }),
  price: Type.String(),
  discount: Type.Number({ minimum: 0, maximum: 100 }),
  status: Type.Enum(['Lead', 'Negotiating', 'Closed', 'None']),
  details: Type.String({ maxLength: 255 }),
});

app.post('/api/sales/addsale', { schema: { body } }, async (request, reply) => {
  const session = await pool.query({
    name: 'session',
    text: 'SELECT employee_id, company_id FROM crud_sessions WHERE token = $1',
    values: [request.cookies.session],
  });
  const who = session.rows[0];
  if (!who) return reply.code(401).send({ message: 'Please sign in', error: 'notLoggedIn' });
  const sale = request.body;
  const key = request.headers['idempotency-key'];
  const inserted = await pool.query({
    name: key === undefined ? 'insert' : 'insert with key',
    text: `${key === undefined ? '' : 'WITH key AS (INSERT INTO crud_keys VALUES ($3, $11, $1))'}
           INSERT INTO crud_sales
             (id, company_id, employee_id, campaign_id, name, customer_number, price_cents, discount, status, details)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *`,
    values: [
      randomUUID(),
      who.company_id,
      who.employee_id,
      sale.campaignId,
      sale.name,
      sale.customerNumber,
      Math.round(Number(sale.price) * 100),
      sale.discount,
      sale.status,
      sale.details,
      ...(key === undefined ? [] : [key]),
    ],
  });
  return { message: 'Data saved successfully', requestedData: inserted.rows };
});

const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ address, cookie: `session=${token}` });
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
  process.exit(0);
});
