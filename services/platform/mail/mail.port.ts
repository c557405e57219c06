import type pg from 'pg';

export type MailAddress = { readonly name: string; readonly address: string };

/** One mail to one person. Both bodies have the same content; `html` is a whole document without remote content. */
export type Mail = {
  readonly to: MailAddress;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type PostOptions = {
  /** Derived from what caused the mail: posting the same id again changes nothing. At most 200 characters. */
  readonly id: string;
  /** Null or unset for a mail that belongs to no company, such as those to registrants. */
  readonly companyId?: string | null;
  /** UTC ISO-8601; a mail that was not sent by then is dropped. Unset: it never expires. */
  readonly notAfter?: string;
  /** True for codes: the content is deleted as soon as the mail is sent or given up. */
  readonly secret?: boolean;
  /** Where replies go, when not to the sender. */
  readonly replyTo?: MailAddress;
};

/** The connection of a transaction of the caller. */
export type PostClient = Pick<pg.ClientBase, 'query'>;

/** The outbox. A stored mail is sent at most once; it is lost only when a delivery ends without a known result. */
export type Outbox = {
  /**
   * Stores the mail and returns; a job sends it. Given a client, the mail is part of the transaction of that
   * client: call `nudge` after the commit. TypeError when an address is none (`isEmail` of contracts).
   */
  post(mail: Mail, options: PostOptions, client?: PostClient): Promise<void>;
  /** Wakes the sender for this mail. Without it the mail waits some seconds for the periodic check. */
  nudge(id: string): void;
};
