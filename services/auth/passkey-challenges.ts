import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { digest } from '#platform/digest.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthTables } from './auth-tables.ts';

const VALID_MS = 5 * 60_000;

/** What a signed challenge is good for: to sign in as anyone, or an act of one person. */
export type Purpose = 'sign in' | { readonly what: 'add' | 'confirm'; readonly of: Person };

/** Random challenges that work once, within five minutes, in any process. Only their digests are stored. */
export function createPasskeyChallenges({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);
  return {
    async issue(purpose: Purpose): Promise<Uint8Array<ArrayBuffer>> {
      const challenge = new Uint8Array(randomBytes(32));
      const expires_at = new Date(clock.now().getTime() + VALID_MS);
      await db
        .insertInto('passkey_challenges')
        .values({ challenge_hash: bound(purpose, Buffer.from(challenge).toString('base64url')), expires_at })
        .execute();
      return challenge;
    },

    /** True once for a challenge in base64url that was issued for this purpose and has not expired. */
    async spend(purpose: Purpose, challenge: string): Promise<boolean> {
      const spent = await db
        .deleteFrom('passkey_challenges')
        .where('challenge_hash', '=', bound(purpose, challenge))
        .returning(sql<boolean>`expires_at > ${clock.now()}`.as('isValid'))
        .executeTakeFirst();
      return spent?.isValid ?? false;
    },

    /** Drops expired ones; returns the number. */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('passkey_challenges')
        .where('expires_at', '<', clock.now().toISOString())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function bound(purpose: Purpose, challenge: string): Buffer {
  const about =
    purpose === 'sign in' ? [purpose] : [purpose.what, purpose.of.companyId, purpose.of.employeeId];
  return digest(JSON.stringify([...about, challenge]));
}
