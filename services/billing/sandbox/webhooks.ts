import type { Kysely, Selectable } from 'kysely';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Clock } from '#platform/clock.ts';
import type { ProviderEvent } from '../payments.port.ts';
import { secondsOf } from './customers.ts';
import { createFailures } from './failures.ts';
import type { SandboxTables } from './tables.ts';
import { isSigned, signed } from './webhook-signature.ts';

const Body = Type.Object({
  id: Type.String(),
  type: Type.String(),
  created: Type.Integer(),
  data: Type.Object({
    /** Of events that concern no subscription it may be anything. */
    object: Type.Object({
      company: Type.Optional(Type.String()),
      subscription: Type.Optional(Type.String()),
    }),
  }),
});

/** As it goes over the wire. */
export type Delivery = { readonly rawBody: Buffer; readonly signature: string };

/** Takes a delivery as the webhook's endpoint does. False: not now, come again. */
export type Receive = (delivery: Delivery) => Promise<boolean>;

const PORTION = 100;

export function createSandboxWebhooks({ db, clock }: { db: Kysely<SandboxTables>; clock: Clock }) {
  let known: string | undefined;
  async function secret(): Promise<string> {
    known ??= (
      await db
        .selectFrom('sandbox.secrets')
        .select('value')
        .where('name', '=', 'webhooks')
        .executeTakeFirstOrThrow()
    ).value;
    return known;
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
    return { rawBody, signature: signed(rawBody, await secret(), secondsOf(clock)) };
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

    /** Everything announced so far, signed now, the oldest first. */
    async all(): Promise<Delivery[]> {
      const rows = await db.selectFrom('sandbox.events').selectAll().orderBy('place').execute();
      return Promise.all(rows.map(delivery));
    },

    /**
     * Hands over what nobody has taken yet, the oldest first, and returns how much was taken. At least once: a
     * process that dies in between delivers again, and so do two at the same time. What is not taken waits for
     * the next run, the others do not wait for it; what was thrown about it is thrown at the end.
     */
    async deliver(receive: Receive, signal?: AbortSignal): Promise<number> {
      const failures = createFailures();
      for (let count = 0, after = 0; ; ) {
        const rows = await db
          .selectFrom('sandbox.events')
          .selectAll()
          .where('delivered', '=', false)
          .where('place', '>', after)
          .orderBy('place')
          .limit(PORTION)
          .execute();
        for (const row of rows) {
          if (signal?.aborted) return count;
          await failures.collect(async () => {
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
        if (rows.length < PORTION) {
          failures.rethrow();
          return count;
        }
      }
    },
  };
}
