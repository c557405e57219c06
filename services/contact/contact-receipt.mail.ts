import { compose } from '#platform/mail/template/compose.ts';
import { type MailTemplate, paragraph } from '#platform/mail/template/template.ts';

/**
 * The receipt for the writer of an inquiry. It repeats no text of the form: a form can carry a foreign address, and
 * we would mail the sender's text to it.
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
