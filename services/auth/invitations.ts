import { sql } from 'kysely';
import type pg from 'pg';
import { paths } from '#contracts/paths.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { queriesOn } from '#platform/database.ts';
import { digest } from '#platform/digest.ts';
import type { LimitRule, Limits } from '#platform/limits/limits.port.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { Person } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import type { AuthTables } from './auth-tables.ts';
import { invitationLetter } from './email-change.mail.ts';
import type { EmailLinks, FoundLink } from './email-links.ts';
import type { TellChange } from './new-password.ts';
import type { hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export type InvitationsDeps = {
  readonly pool: pg.Pool;
  readonly accounts: Pick<Accounts, 'move' | 'emailOf' | 'setPasswordHash'>;
  readonly links: EmailLinks;
  readonly sessions: Pick<Sessions, 'endAllWith'>;
  readonly limits: Limits;
  readonly outbox: Outbox;
  readonly hash: typeof hashPassword;
  readonly publicUrl: () => string;
};

export type Invitee = Person & {
  readonly email: string;
  readonly name: string;
  readonly company: string;
  /** The employee that invites. */
  readonly requestedBy: string;
};

const DAY = 24 * 3600;
const mailRules = {
  ofCompany: { name: 'invitations of company', times: 500, seconds: DAY },
  /** To one address by one company: what other companies mail there shows nowhere. */
  ofEmail: { name: 'invitations', times: 5, seconds: DAY },
} satisfies Record<string, LimitRule>;

/** UTC ISO-8601. */
export type InvitedPerson = {
  readonly id: string;
  readonly invited_at: string | null;
  readonly ends_at: string | null;
  readonly needs_email: boolean;
};

/** Mails with a link that proves the address of an added employee; see ADR 0058. */
export function createInvitations(deps: InvitationsDeps) {
  const { pool, accounts, links, sessions, limits, outbox, hash, publicUrl } = deps;
  const db = queriesOn<AuthTables>(pool);

  return {
    /** Mails the link, unless that was done too often. */
    async send({ name, company, ...person }: Invitee) {
      const { companyId, email } = person;
      const taken = await limits.take(
        [mailRules.ofEmail, companyId, email],
        [mailRules.ofCompany, companyId],
      );
      if (!taken.ok) return taken;
      const token = await links.add('invite', person);
      const id = `email link ${digest(token).toString('base64url')}`;
      // What follows # reaches no log of a server or proxy.
      const letter = invitationLetter({ company, url: `${publicUrl()}${paths.emailLink}#invite.${token}` });
      await outbox.post({ to: { name, address: email }, ...letter }, { id, companyId, secret: true });
      outbox.nudge(id);
      return taken;
    },

    /**
     * Proves the email, then ends the link and all sessions and sets the password in one transaction. Without one the
     * former ends all the same: a reader of the mail never uses an account beside its person. Returns the hash of the
     * password; null without one.
     */
    async accept(
      link: FoundLink,
      password: string | null,
      tell: TellChange,
    ): Promise<Result<string | null, 'linkEnded' | 'emailTaken'>> {
      const { companyId, employeeId, email } = link;
      const person = { companyId, employeeId };
      // The employee was deleted, or has another email by now.
      if ((await accounts.emailOf(person)) !== email) return rejected('linkEnded');
      const passwordHash = password === null ? null : await hash(password, companyId);
      const proof = await accounts.move(person, async (claim) =>
        (await claim(email)) ? { ok: true, position: 0, value: null } : rejected('emailTaken'),
      );
      if (!proof.ok) return rejected('emailTaken');
      const announce = await db.transaction().execute(async (transaction) => {
        if (!(await links.spend(link, transaction))) return null;
        await accounts.setPasswordHash(person, passwordHash, transaction);
        await tell(transaction);
        return sessions.endAllWith(person, transaction);
      });
      announce?.();
      return announce === null ? rejected('linkEnded') : accepted(passwordHash);
    },

    /** The employees that never signed in, or whose email another person has proven since; the newest ones. */
    async open(companyId: string, limit: number): Promise<readonly InvitedPerson[]> {
      const { rows } = await sql<InvitedPerson>`
        SELECT a.employee_id AS id, l.created_at AS invited_at, l.expires_at AS ends_at,
               w.email IS NOT NULL AS needs_email
          FROM accounts a
          LEFT JOIN emails e USING (company_id, employee_id)
          LEFT JOIN email_links l ON l.company_id = a.company_id AND l.employee_id = a.employee_id
                                 AND l.purpose = 'invite'
          LEFT JOIN waiting_emails w ON w.company_id = a.company_id AND w.employee_id = a.employee_id
                                    AND w.lost_at IS NOT NULL ${holderProved}
         WHERE a.company_id = ${companyId}
           AND ((a.time_zone IS NULL AND e.proven_at IS NULL) OR w.email IS NOT NULL)
         ORDER BY a.created_at DESC, a.employee_id LIMIT ${limit}`.execute(db);
      return rows;
    },

    /** Whether another person has proven the email of this one since. */
    async needsEmail({ companyId, employeeId }: Person): Promise<boolean> {
      const { rows } = await sql`
        SELECT FROM waiting_emails w
         WHERE company_id = ${companyId} AND employee_id = ${employeeId} AND lost_at IS NOT NULL ${holderProved}`.execute(
        db,
      );
      return rows.length > 0;
    },

    /** Whether the mailbox of this person has proven the email. */
    async isProven({ companyId, employeeId }: Person): Promise<boolean> {
      const found = await db
        .selectFrom('emails')
        .select('email')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where('proven_at', 'is not', null)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

export type Invitations = ReturnType<typeof createInvitations>;

const holderProved = sql`
  AND EXISTS (SELECT FROM emails h WHERE h.email = w.email AND h.proven_at IS NOT NULL)`;
