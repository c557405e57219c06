import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Clock } from '../clock.ts';
import { run, type Statements } from '../database.ts';
import { type MailContent, mailContent, type Outbox } from './mail.port.ts';
import { type OutgoingMail, PATIENCE } from './mail-transport.port.ts';

export type OutboxDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Wakes the sender; not awaited, and may fail silently. */
  readonly nudge: (id: string) => void;
};

/** The posting side of the outbox: what a slice calls. */
export function createOutbox({ pool, clock, nudge }: OutboxDeps): Outbox {
  async function store(client: Statements, ...[mail, options]: Parameters<Outbox['post']>): Promise<void> {
    const now = clock.now();
    await run(
      client,
      `INSERT INTO mail_outbox (id, company_id, content, secret, posted_at, not_after, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $5) ON CONFLICT DO NOTHING`,
      [
        options.id,
        options.companyId ?? null,
        JSON.stringify(mailContent(mail, options.replyTo)),
        options.secret ?? false,
        now,
        options.notAfter ?? null,
      ],
    );
  }

  return {
    async post(mail, options, client) {
      if (options.id === '' || options.id.length > 200) throw new TypeError('a mail needs a short id');
      await store(client ?? pool, mail, options);
      if (!client) nudge(options.id);
    },
    nudge,
  };
}

/** A mail that one sender has claimed. A sender may record a result only while it holds the claim. */
export type ClaimedMail = OutgoingMail & {
  readonly claim: string;
  /** 1 for the first. */
  readonly tries: number;
  readonly notAfter: string | null;
};

type Claim = Pick<ClaimedMail, 'id' | 'claim'>;

export type MailQueue = ReturnType<typeof createMailQueue>;

/** Longer than a sender may take, so that a working sender is rarely taken for dead. Milliseconds. */
const CLAIM_MS = PATIENCE.beforeBegin + 10_000;
const HANDOVER_MS = PATIENCE.afterBegin + 60_000;

type Row = {
  id: string;
  company_id: string | null;
  content: MailContent;
  posted_at: string;
  not_after: string | null;
  tries: number;
};

/** The sending side of the outbox. Its states and their reasons: infra/adr/0020. */
export function createMailQueue({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const now = () => clock.now();
  const later = (ms: number) => new Date(now().getTime() + ms);

  async function settle({ id, claim }: Claim, state: string, from: string[], reason: string | null) {
    const { rowCount } = await pool.query(
      `UPDATE mail_outbox
          SET state = $3, reason = $5, settled_at = $6, content = CASE WHEN secret THEN NULL ELSE content END
        WHERE id = $1 AND claim = $2 AND state = ANY ($4)`,
      [id, claim, state, from, reason, now()],
    );
    return rowCount === 1;
  }

  return {
    /** Claims the most urgent mail that is due; null when there is none. */
    async claim(): Promise<ClaimedMail | null> {
      const claim = randomUUID();
      const { rows } = await pool.query<Row>(
        `UPDATE mail_outbox SET state = 'claimed', claim = $1, due_at = $2, tries = tries + 1
          WHERE id = (SELECT id FROM mail_outbox
                       WHERE state IN ('waiting', 'claimed') AND due_at <= $3 AND content IS NOT NULL AND (not_after IS NULL OR not_after > $3)
                       ORDER BY not_after IS NULL, due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING id, company_id, content, posted_at, not_after, tries`,
        [claim, later(CLAIM_MS), now()],
      );
      const row = rows[0];
      if (!row) return null;
      const { id, company_id: companyId, posted_at: postedAt, not_after: notAfter, tries, content } = row;
      return { ...content, id, companyId, postedAt, notAfter, tries, claim };
    },

    /** From here on the mail may have arrived. False when the claim is lost or the mail expired: send nothing. */
    async begin({ id, claim }: Claim): Promise<boolean> {
      const { rowCount } = await pool.query(
        `UPDATE mail_outbox SET state = 'handing over', due_at = $3
          WHERE id = $1 AND claim = $2 AND state = 'claimed' AND (not_after IS NULL OR not_after > $4)`,
        [id, claim, later(HANDOVER_MS), now()],
      );
      return rowCount === 1;
    },

    /** A sender that was taken for dead by mistake may still record the result of its mail. */
    sent: (mail: Claim) => settle(mail, 'sent', ['handing over', 'uncertain'], null),
    failed: (mail: Claim, reason: string) =>
      settle(mail, 'failed', ['claimed', 'handing over', 'uncertain'], reason),
    uncertain: (mail: Claim, reason: string) => settle(mail, 'uncertain', ['handing over'], reason),

    /** Records that nothing was sent; the next try is in so many milliseconds. */
    async retry({ id, claim }: Claim, delayMs: number, reason: string): Promise<void> {
      await pool.query(
        `UPDATE mail_outbox SET state = 'waiting', claim = NULL, due_at = $3, reason = $4
          WHERE id = $1 AND claim = $2 AND state IN ('claimed', 'handing over')`,
        [id, claim, later(delayMs), reason],
      );
    },

    async isEmpty(): Promise<boolean> {
      const { rowCount } = await pool.query(
        `SELECT 1 FROM mail_outbox WHERE state IN ('waiting', 'claimed') LIMIT 1`,
      );
      return rowCount === 0;
    },

    /** Drops expired mails and gives up those that a dead sender was sending. Returns the ids of both. */
    async bury(): Promise<{ expired: string[]; uncertain: string[] }> {
      const { rows } = await pool.query<{ id: string; state: 'expired' | 'uncertain' }>(
        `UPDATE mail_outbox
            SET state = CASE state WHEN 'handing over' THEN 'uncertain' ELSE 'expired' END, settled_at = $1,
                reason = CASE state WHEN 'handing over' THEN 'its sender died' ELSE reason END,
                content = CASE WHEN secret THEN NULL ELSE content END
          WHERE state = 'handing over' AND due_at <= $1
             OR state = 'waiting' AND not_after <= $1
             OR state = 'claimed' AND not_after <= $1 AND due_at <= $1
          RETURNING id, state`,
        [now()],
      );
      const ids = (wanted: string) => rows.filter(({ state }) => state === wanted).map(({ id }) => id);
      return { expired: ids('expired'), uncertain: ids('uncertain') };
    },
  };
}

export type MailCounts = {
  /** Not sent yet, including those being sent. */
  readonly waiting: number;
  /** Age of the oldest of these. Seconds. */
  readonly oldestSeconds: number;
  readonly uncertain: number;
};

export type MailRecords = ReturnType<typeof createMailRecords>;

/** Long enough to look into a complaint about a mail. */
const CONTENT_KEPT_MS = 7 * DAY_MS;
/** The id alone is kept this long; until then its cause cannot send a mail again. */
const IDS_KEPT_MS = 400 * DAY_MS;
/** The mails in the developer's mailbox. */
const MAILBOX_MOST = 1000;

/** Numbers for metrics, and the deletion of old mails. */
export function createMailRecords({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  return {
    async counts(): Promise<MailCounts> {
      const { rows } = await pool.query<{ waiting: number; oldest: string | null; uncertain: number }>(
        `SELECT (SELECT count(*) FROM mail_outbox WHERE state = 'uncertain') AS uncertain,
                count(*) AS waiting, min(posted_at) AS oldest
           FROM mail_outbox WHERE state IN ('waiting', 'claimed', 'handing over')`,
      );
      const { waiting = 0, oldest = null, uncertain = 0 } = rows[0] ?? {};
      const age = oldest === null ? 0 : (clock.now().getTime() - Date.parse(oldest)) / 1000;
      return { waiting, oldestSeconds: Math.max(0, age), uncertain };
    },

    /**
     * Deletes content and recipient of a mail a week after it was sent or given up, and its row after more than a
     * year. Returns the number of each.
     */
    async tidyUp(): Promise<{ blanked: number; forgotten: number; mailbox: number }> {
      const blanked = await pool.query(
        // The reason is the server's reply, which often names the recipient.
        'UPDATE mail_outbox SET content = NULL, reason = NULL WHERE content IS NOT NULL AND settled_at < $1',
        [before(CONTENT_KEPT_MS)],
      );
      const forgotten = await pool.query('DELETE FROM mail_outbox WHERE settled_at < $1', [
        before(IDS_KEPT_MS),
      ]);
      const mailbox = await pool.query(
        `DELETE FROM development_mailbox
          WHERE place <= (SELECT place FROM development_mailbox ORDER BY place DESC OFFSET $1 LIMIT 1)`,
        [MAILBOX_MOST],
      );
      return {
        blanked: blanked.rowCount ?? 0,
        forgotten: forgotten.rowCount ?? 0,
        mailbox: mailbox.rowCount ?? 0,
      };
    },
  };
}
