import { isEmail } from '#contracts/email.ts';
import { cutText } from '#contracts/text.ts';
import type { Mail, MailAddress } from './mail.port.ts';

/** What is kept of a mail until it is sent; nothing in it can break out of the header it is meant for. */
export type MailContent = Mail & { readonly replyTo?: MailAddress };

const NAME_MAX = 120;
const SUBJECT_MAX = 200;

/** Throws TypeError for an address that is none: whoever posts has checked what people typed. */
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
  // No repetition of what was given: it goes to a log, and may be anything.
  if (!isEmail(address)) throw new TypeError('a mail needs an address');
  return { name: headerText(name, NAME_MAX), address };
}

/** One line without controls, also without those that turn the direction of text or cannot be seen. */
export function headerText(text: string, max: number): string {
  const oneLine = text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ');
  return cutText(oneLine.trim(), max).trim();
}

function bodyText(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, '');
}
