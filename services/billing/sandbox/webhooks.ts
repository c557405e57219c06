import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Clock } from '#platform/clock.ts';
import { createErrorCollector } from '#platform/database-errors.ts';
import type { ProviderEvent } from '../payments.port.ts';
import { secondsOf } from './ledger.ts';
import type { SandboxTables } from './sandbox-tables.ts';

const Body = Type.Object({
  id: Type.String(),
  type: Type.String(),
  created: Type.Integer(),
  data: Type.Object({
    /** Any object, for an event that concerns no subscription. */
    object: Type.Object({
      company: Type.Optional(Type.String()),
      subscription: Type.Optional(Type.String()),
    }),
  }),
});

/** A webhook as it goes over the wire. */
export type Delivery = { readonly rawBody: Buffer; readonly signature: string };

/** Receives a webhook as its endpoint does. False: deliver it again later. */
export type Receive = (delivery: Delivery) => Promise<boolean>;

const BATCH_SIZE = 100;

export function createSandboxWebhooks({ db, clock }: { db: Kysely<SandboxTables>; clock: Clock }) {
  let cachedSecret: string | undefined;
  async function secret(): Promise<string> {
    cachedSecret ??= (
      await db
        .selectFrom('sandbox.secrets')
        .select('value')
        .where('name', '=', 'webhooks')
        .executeTakeFirstOrThrow()
    ).value;
    return cachedSecret;
  }

  async function delivery(row: Selectable<SandboxTables['sandbox.events']>): Promise<Delivery> {
    const body: Static<typeof Body> = {
      id: row.id,
      type: row.type,
      created: row.at,
      data: {
        object: {
          company: row.company_id,
          ...(row.subscription_id === null ? {} : { subscription: row.subscription_id }),
        },
      },
    };
    const rawBody = Buffer.from(JSON.stringify(body));
    return { rawBody, signature: signWebhook(rawBody, await secret(), secondsOf(clock)) };
  }

  return {
    secret,

    async read(rawBody: Buffer, signature: string | undefined): Promise<ProviderEvent | null> {
      if (!isSigned(rawBody, signature, { secret: await secret(), nowSeconds: secondsOf(clock) }))
        return null;
      const { id, type, created, data } = Value.Parse(Body, JSON.parse(rawBody.toString()));
      const at = new Date(created * 1000).toISOString();
      const { subscription: subscriptionId = null, company: companyId = null } = data.object;
      return { id, type, at, subscriptionId, companyId };
    },

    /** All webhooks so far, signed now, the oldest first. */
    async all(): Promise<Delivery[]> {
      const rows = await db.selectFrom('sandbox.events').selectAll().orderBy('place').execute();
      return Promise.all(rows.map(delivery));
    },

    /**
     * Delivers the webhooks that were not received yet, the oldest first, and returns how many were received. A
     * webhook is delivered at least once: again after a process ended in between, or by two processes at once. One
     * that is not received waits for the next run and does not hold up the others; its error is thrown at the end.
     */
    async deliver(receive: Receive, signal?: AbortSignal): Promise<number> {
      const errors = createErrorCollector();
      for (let count = 0, after = 0; ; ) {
        const rows = await db
          .selectFrom('sandbox.events')
          .selectAll()
          .where('delivered', '=', false)
          .where('place', '>', after)
          .orderBy('place')
          .limit(BATCH_SIZE)
          .execute();
        for (const row of rows) {
          if (signal?.aborted) return count;
          await errors.collect(async () => {
            if (!(await receive(await delivery(row)))) return;
            await db
              .updateTable('sandbox.events')
              .set({ delivered: true })
              .where('place', '=', row.place)
              .execute();
            count++;
          });
        }
        after = rows.at(-1)?.place ?? 0;
        if (rows.length < BATCH_SIZE) {
          errors.rethrow();
          return count;
        }
      }
    },
  };
}

const TOLERANCE_SECONDS = 300;
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** A signature header as the real provider's: the time of signing and an HMAC of that time and the body. */
export function signWebhook(rawBody: Buffer, secret: string, atSeconds: number): string {
  return `t=${atSeconds},v1=${hmac(rawBody, secret, String(atSeconds)).toString('hex')}`;
}

/** False for another secret or body, or when signed more than five minutes before or after now. */
function isSigned(
  rawBody: Buffer,
  signature: string | undefined,
  { secret, nowSeconds }: { secret: string; nowSeconds: number },
): boolean {
  const [, at = '', given = ''] = SIGNATURE.exec(signature ?? '') ?? [];
  if (at === '' || Math.abs(nowSeconds - Number(at)) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(hmac(rawBody, secret, at), Buffer.from(given, 'hex'));
}

function hmac(rawBody: Buffer, secret: string, at: string): Buffer {
  return createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest();
}
