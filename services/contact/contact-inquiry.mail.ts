import { compose } from '#platform/mail/template/compose.ts';
import { type MailTemplate, paragraph } from '#platform/mail/template/template.ts';

/** What a visitor wrote; nothing of it is to be trusted. */
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

/** To our support. Its replies go to the writer: post it with `replyTo`. */
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
