import type pg from 'pg';
import { withTransaction } from '#platform/database.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import { compose, type MailTemplate, paragraph } from '#platform/mail/template.ts';
import type { SendInquiry } from './contact.routes.ts';

type InquiryMailDeps = {
  readonly pool: pg.Pool;
  readonly outbox: Outbox;
  /** The address that receives inquiries. */
  readonly supportEmail: string;
};

export function inquiriesByMail({ pool, outbox, supportEmail }: InquiryMailDeps): SendInquiry {
  return async (inquiry, { id, companyId, receipt }) => {
    const { firstName, lastName, email } = inquiry;
    const writer = { name: `${firstName} ${lastName}`, address: email };
    const ids = { inquiry: `inquiry ${id}`, receipt: `inquiry receipt ${id}` };
    await withTransaction(pool, async (client) => {
      const toSupport = { to: { name: 'Support', address: supportEmail }, ...contactInquiryLetter(inquiry) };
      await outbox.post(toSupport, { id: ids.inquiry, companyId, replyTo: writer }, client);
      if (!receipt) return;
      await outbox.post(
        { to: { name: '', address: email }, ...contactReceiptLetter() },
        { id: ids.receipt, companyId, replyTo: { name: 'Support', address: supportEmail } },
        client,
      );
    });
    outbox.nudge(ids.inquiry);
    if (receipt) outbox.nudge(ids.receipt);
  };
}

/** The form of a visitor. None of it can be trusted. */
export type Inquiry = {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly email: string;
  /** A range such as `21-50`. */
  readonly employeeCount: string;
  readonly message: string;
  /** To marketing mail. */
  readonly consent: boolean;
};

/** To our support. Post it with `replyTo`, so that replies go to the writer. */
export function contactInquiryLetter(inquiry: Inquiry): MailTemplate {
  const { firstName, lastName, companyName, email, employeeCount, message, consent } = inquiry;
  return compose({
    subject: `Inquiry from ${companyName}`,
    title: 'A new inquiry',
    preview: `${firstName} ${lastName}, ${companyName}`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Name', `${firstName} ${lastName}`],
          ['Company', companyName],
          ['Email', email],
          ['Employees', employeeCount],
          ['Marketing email', consent ? 'agreed' : 'not agreed'],
        ],
      },
      { kind: 'quote', text: message },
      paragraph(
        'Replies go to the writer, who was promised one within 24 hours. The address is not verified.',
      ),
    ],
    why: 'From the contact form.',
  });
}

/**
 * The receipt for the writer of an inquiry. It repeats no text of the form, nor does its address: it may be another
 * person's, and we would mail the sender's text to them.
 */
export function contactReceiptLetter(): MailTemplate {
  return compose({
    subject: 'We got your message',
    title: 'Thank you for writing to us',
    preview: 'You will hear from us within 24 hours.',
    blocks: [
      paragraph('Your message has reached our support. A person answers within 24 hours.'),
      paragraph('There is nothing else you need to do.'),
    ],
    why: 'You get this because somebody gave this address in our contact form. If that was not you, ignore it.',
  });
}
