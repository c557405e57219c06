import { isEmail } from '#contracts/email.ts';
import { cutText } from '#contracts/text.ts';
import type { Mail, MailAddress } from './mail.port.ts';

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
export function headerText(text: string, max: number): string {
  const oneLine = text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ');
  return cutText(oneLine.trim(), max).trim();
}

function bodyText(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, '');
}
