import { randomBytes, randomInt } from 'node:crypto';
import type { WhereInterface } from 'kysely';
import type pg from 'pg';
import { accepted, rejected } from '#contracts/result.ts';
import { readEmail } from '#contracts/text.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { digest } from '#platform/digest.ts';
import type { Limited, LimitRule, Limits } from '#platform/limits/limits.port.ts';
import { byNetwork, networkOf } from '#platform/limits/network.ts';
import type { AuthQueries, AuthTables } from './auth-tables.ts';
import type { Client, CodeFlow, CodeMail, CodeOrder, Issued, Verified } from './codes.port.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

export type OneTimeCodesDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Whether the owner of this email used the client's device or network before; see known-clients.ts. */
  readonly known: (email: string, client: Client) => Promise<'device' | 'network' | null>;
  /** Puts the mail into the outbox; resolves when it is there. */
  readonly send: (mail: CodeMail) => Promise<void>;
  /** Tests use a cheap hash. */
  readonly hash?: typeof hashPassword;
  /** Tests count the calls. */
  readonly verify?: typeof verifyPassword;
};

/** Names a proven code when its purpose is carried out. */
export type Proof = { readonly flow: CodeFlow; readonly otpId: string; readonly email: string };

const VALID_MS = 10 * 60_000;
const MOST_TRIES = 5;
const CODE = /^[0-9]{6}$/;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The limits; ADR 0021 and ADR 0038 give the reasons. */
const codeRules = {
  /** Codes for one email, requested by one device or network. */
  codesOfAsker: { name: 'codes of asker', times: 5, seconds: DAY },
  /** Codes for one email, requested by all devices and networks that its owner never signed in from. */
  codesOfStrangers: { name: 'codes of strangers', times: 15, seconds: DAY },
  /** Requests for codes from one network, whatever the email. */
  codesOfNetwork: { name: 'codes of network', times: 100, seconds: HOUR },
  /** Tries from one network for an `otpId` that does not exist or has no tries left. */
  triesOfNetwork: { name: 'tries of network', times: 100, seconds: HOUR },
} satisfies Record<string, LimitRule>;

/**
 * Six digits by mail that prove access to a mailbox, for one purpose. The client gets an `otpId`, without which a
 * code is useless. Each device or network has a code of its own; a new request replaces it. A try is counted
 * before it is compared. A right code makes the `otpId` valid for one use, for ten more minutes.
 */
export function createOneTimeCodes(deps: OneTimeCodesDeps) {
  const { pool, clock, limits, known, send, hash: hashed = hashPassword, verify = verifyPassword } = deps;
  const db = queriesOn<AuthTables>(pool);
  const now = () => clock.now().toISOString();
  const validUntil = () => new Date(clock.now().getTime() + VALID_MS);

  /** Counts the request; returns the digest of the device or network that the code is for. */
  async function admit({ flow, client }: CodeOrder, email: string) {
    const network = networkOf(client.address);
    const owner = await known(email, client);
    const asker = owner === 'device' ? ['device', client.device ?? ''] : ['network', network];
    const limited: Limited[] = [[codeRules.codesOfAsker, flow, email, ...asker]];
    if (owner === null) {
      limited.unshift(...byNetwork(codeRules.codesOfNetwork, client.address));
      limited.push([codeRules.codesOfStrangers, flow, email]);
    }
    return { asker: digest(asker.join(' ')).toString('base64url'), taken: await limits.take(...limited) };
  }

  /** An `otpId` with tries left is never refused because of other clients in the same network. */
  async function unknown({ address }: Client): Promise<Verified> {
    const taken = await limits.take(...byNetwork(codeRules.triesOfNetwork, address));
    return taken.ok ? rejected('wrongPasscode') : taken;
  }

  /** Selects the row that a right code has opened for this purpose; null for an invalid email. */
  function proven<Query extends WhereInterface<AuthTables, 'one_time_codes'>>(
    { flow, otpId, email: text }: Proof,
    query: Query,
  ): Query | null {
    const email = readEmail(text);
    if (email === null) return null;
    return query
      .where('otp_hash', '=', digest(otpId))
      .where('flow', '=', flow)
      .where('email', '=', email)
      .where('code_hash', 'is', null)
      .where('expires_at', '>', now()) as Query;
  }

  return {
    /** Mails a new code; the earlier code of this client becomes invalid. */
    async issue(order: CodeOrder): Promise<Issued> {
      const { flow } = order;
      const email = readEmail(order.email);
      if (email === null) throw new TypeError('a code goes to an email');
      const { asker, taken } = await admit(order, email);
      if (!taken.ok) return taken;
      const recipient = await order.recipient();
      if (recipient === null) return rejected('noSuchEmail');

      const otpId = randomBytes(32).toString('base64url');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const expires_at = validUntil();
      const fresh = {
        otp_hash: digest(otpId),
        code_hash: await hashed(bound(otpId, code)),
        expires_at,
      };
      await db
        .insertInto('one_time_codes')
        .values({ flow, email, asker, ...fresh, tries: 0 })
        .onConflict((conflict) =>
          conflict.columns(['flow', 'email', 'asker']).doUpdateSet({ ...fresh, tries: 0 }),
        )
        .execute();
      await send({
        flow,
        // No name: a stranger may have typed it beside the address of another person.
        to: { name: '', address: email },
        code,
        causedBy: fresh.otp_hash.toString('base64url'),
        companyId: recipient.companyId,
        company: recipient.company,
        validUntil: expires_at.toISOString(),
      });
      return accepted(otpId);
    },

    /** A code is right once. Unknown, expired and spent codes get the same answer as wrong ones. */
    async verify(attempt: {
      flow: CodeFlow;
      otpId: string;
      code: string;
      client: Client;
    }): Promise<Verified> {
      const { flow, otpId, code, client } = attempt;
      if (!CODE.test(code)) return rejected('wrongPasscode');
      const otp_hash = digest(otpId);
      const counted = await db
        .updateTable('one_time_codes')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('otp_hash', '=', otp_hash)
        .where('flow', '=', flow)
        .where('code_hash', 'is not', null)
        .where('tries', '<', MOST_TRIES)
        .where('expires_at', '>', now())
        .returning('code_hash')
        .executeTakeFirst();
      if (!counted?.code_hash) return unknown(client);
      if (!(await verify(bound(otpId, code), counted.code_hash))) return rejected('wrongPasscode');
      const right = await db
        .updateTable('one_time_codes')
        .set({ code_hash: null, expires_at: validUntil() })
        .where('otp_hash', '=', otp_hash)
        .where('code_hash', '=', counted.code_hash)
        .returning('email')
        .executeTakeFirst();
      return right ? accepted(right.email) : rejected('wrongPasscode');
    },

    /** Whether `spend` would succeed now. */
    async isProven(proof: Proof): Promise<boolean> {
      const found = await proven(proof, db.selectFrom('one_time_codes').select('flow'))?.executeTakeFirst();
      return found !== undefined;
    },

    /** Spends the opened code and every other code for the same purpose and email: true once. */
    async spend(proof: Proof, on: AuthQueries = db): Promise<boolean> {
      const opened = proven(proof, on.selectFrom('one_time_codes').select('email'));
      if (opened === null) return false;
      // One statement locks the rows in one order: two proofs that are used at once cannot wait for each other.
      const { numDeletedRows } = await on
        .deleteFrom('one_time_codes')
        .where('flow', '=', proof.flow)
        .where('email', 'in', opened)
        .executeTakeFirst();
      return numDeletedRows > 0;
    },

    /** Drops expired codes; returns the number. */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('one_time_codes')
        .where('expires_at', '<', now())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>;

/** The hashed text: a code is valid only with its `otpId`. */
function bound(otpId: string, code: string): string {
  return `${otpId} ${code}`;
}
