import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { digest } from '#platform/digest.ts';
import { createTokenCookie } from '#platform/http/cookies.ts';
import type { RegistrationTables } from './registration-tables.ts';

/** How long a right code opens the card step and one sign-in. */
export const PROVEN_SECONDS = 600;
/** As long as a registration may stay unproven. */
export const UNPROVEN_SECONDS = 7 * 24 * 3600;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Marks the browser that sent the form: its code proves only its own registration. */
export const createRegistrantCookie = (secure: boolean) =>
  createTokenCookie('tb_registrant', UNPROVEN_SECONDS, secure);
/** Marks the browser that entered a right code. */
export const createRegistrationCookie = (secure: boolean) =>
  createTokenCookie('tb_registration', PROVEN_SECONDS, secure);

export type Ticket = { readonly companyId: string; readonly email: string };

/** The tickets behind the registration cookies. Tokens are random, and only their SHA-256 is stored. */
export function createRegistrationTickets({
  pool,
  clock,
}: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
}) {
  const db = queriesOn<RegistrationTables>(pool);
  const now = () => clock.now().toISOString();

  async function issue({ companyId, email }: Ticket, proven: boolean): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const seconds = proven ? PROVEN_SECONDS : UNPROVEN_SECONDS;
    const expires_at = new Date(clock.now().getTime() + seconds * 1000);
    await db
      .insertInto('registration_tickets')
      .values({ token_hash: digest(token), company_id: companyId, email, proven, expires_at })
      .execute();
    return token;
  }

  async function find(token: string | null, proven: boolean): Promise<Ticket | null> {
    if (token === null || !TOKEN.test(token)) return null;
    const found = await db
      .selectFrom('registration_tickets')
      .select(['company_id as companyId', 'email'])
      .where('token_hash', '=', digest(token))
      .where('proven', '=', proven)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    return found ?? null;
  }

  return {
    /** For the browser that sent the form; returns the token for its cookie. */
    registered: (ticket: Ticket) => issue(ticket, false),
    /** For the browser that entered the right code; returns the token for its cookie. */
    proven: (ticket: Ticket) => issue(ticket, true),
    findRegistered: (token: string | null) => find(token, false),
    findProven: (token: string | null) => find(token, true),

    /** Spends a proven ticket of that email; null for an invalid or spent one. */
    async consume(token: string | null, email: string): Promise<Ticket | null> {
      if (token === null || !TOKEN.test(token)) return null;
      const used = await db
        .deleteFrom('registration_tickets')
        .where('token_hash', '=', digest(token))
        .where('proven', '=', true)
        .where('email', '=', email)
        .where('expires_at', '>', now())
        .returning(['company_id as companyId', 'email'])
        .executeTakeFirst();
      return used ?? null;
    },

    /** Drops the tickets of browsers that only sent the form of this company. */
    async dropRegistered(companyId: string): Promise<void> {
      await db
        .deleteFrom('registration_tickets')
        .where('company_id', '=', companyId)
        .where('proven', '=', false)
        .execute();
    },

    /** Drops expired tickets; returns the number. */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('registration_tickets')
        .where('expires_at', '<', now())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type RegistrationTickets = ReturnType<typeof createRegistrationTickets>;
