import MailComposer from 'nodemailer/lib/mail-composer';
import { derivedId } from '../ids.ts';
import type { MailAddress } from './mail.port.ts';
import type { OutgoingMail } from './mail-transport.port.ts';

/** The mail as sent to a server. Its Message-ID derives from its id, so that logs of both sides can be compared. */
export function mailMessage(mail: OutgoingMail, from: MailAddress): Promise<Buffer> {
  const { to, replyTo, subject, text, html } = mail;
  return new MailComposer({
    from: { ...from },
    to: { ...to },
    ...(replyTo ? { replyTo: { ...replyTo } } : {}),
    subject,
    text,
    html,
    messageId: messageId(mail.id, from),
    date: new Date(mail.postedAt),
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

export function messageId(id: string, from: MailAddress): string {
  return `<${derivedId('mail', id)}@${from.address.split('@').at(-1)}>`;
}
