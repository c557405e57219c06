import type pg from 'pg';

export type MailAddress = { readonly name: string; readonly address: string };

/** One mail to one person. Both bodies say the same; `html` is a whole document without remote content. */
export type Mail = {
  readonly to: MailAddress;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type PostOptions = {
  /** Derived from what caused the mail: posting the same id again changes nothing. At most 200 characters. */
  readonly id: string;
  /** Null or unset: the mail is of no company, as those to people who only register. */
  readonly companyId?: string | null;
  /** UTC ISO-8601; a mail that did not leave by then is dropped. Unset: it is sent however late. */
  readonly notAfter?: string;
  /** True for codes: what it says is forgotten as soon as nothing is left to send. */
  readonly secret?: boolean;
  /** Where replies go, when not to the sender. */
  readonly replyTo?: MailAddress;
};

/** What a transaction of the caller is made with. */
export type PostClient = Pick<pg.ClientBase, 'query'>;

/** Mail that is to be sent. What was stored is sent at most once, and only then lost when that is unknown. */
export type Outbox = {
  /**
   * Stores the mail and returns; a job sends it. Given a client, the mail is part of the transaction of that
   * client: call `nudge` after the commit. TypeError when an address is none (`isEmail` of contracts).
   */
  post(mail: Mail, options: PostOptions, client?: PostClient): Promise<void>;
  /** Has the mail with this id sent at once. Without it a mail waits for the next sweep, some seconds. */
  nudge(id: string): void;
};
