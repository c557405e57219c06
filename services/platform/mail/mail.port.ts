import type pg from 'pg';
import { cutText, isEmail } from '#contracts/text.ts';
import type { Statements } from '../database.ts';

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
  post(mail: Mail, options: PostOptions, client?: Statements): Promise<void>;
  /** Wakes the sender for this mail. Without it the mail waits some seconds for the periodic check. */
  nudge(id: string): void;
};

/** The stored content of a mail. No value can break out of its header. */
export type MailContent = Mail & { readonly replyTo?: MailAddress };

const NAME_MAX = 120;
const SUBJECT_MAX = 200;

/** Throws TypeError for an invalid address: callers have validated user input before. */
export function mailContent(mail: Mail, replyTo?: MailAddress): MailContent {
  return {
    to: addressee(mail.to),
    subject: headerText(mail.subject, SUBJECT_MAX),
    text: bodyText(mail.text),
    html: bodyText(mail.html),
    ...(replyTo ? { replyTo: addressee(replyTo) } : {}),
  };
}

function addressee({ name, address }: MailAddress): MailAddress {
  // The message does not repeat the address: it goes to a log, and may be any text.
  if (!isEmail(address)) throw new TypeError('a mail needs an address');
  return { name: headerText(name, NAME_MAX), address };
}

/** One line without control characters, including invisible ones and those that change the text direction. */
function headerText(text: string, max: number): string {
  const oneLine = text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ');
  return cutText(oneLine.trim(), max).trim();
}

function bodyText(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, '');
}
