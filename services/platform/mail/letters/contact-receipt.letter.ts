import { compose } from './compose.ts';
import { type Letter, paragraph } from './letter.ts';

/**
 * To whoever wrote to us. It repeats nothing that was typed into the form: anybody can type in anybody's
 * address, and would have us mail his words to it.
 */
export function contactReceiptLetter(): Letter {
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
