import type pg from 'pg';
import type { Outbox } from '#platform/mail/mail.port.ts';
import { withTransaction } from '#platform/transaction.ts';
import type { SendInquiry } from '#services/contact/contact.routes.ts';
import { contactInquiryLetter } from '#services/contact/contact-inquiry.mail.ts';
import { contactReceiptLetter } from '#services/contact/contact-receipt.mail.ts';

export type InquiryMailDeps = {
  readonly pool: pg.Pool;
  readonly outbox: Outbox;
  /** Where inquiries go. */
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
        { to: writer, ...contactReceiptLetter() },
        { id: ids.receipt, companyId, replyTo: { name: 'Support', address: supportEmail } },
        client,
      );
    });
    outbox.nudge(ids.inquiry);
    if (receipt) outbox.nudge(ids.receipt);
  };
}
