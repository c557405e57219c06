import type { Cents } from '#contracts/money.ts';
import { compose } from '#platform/mail/template/compose.ts';
import { type MailTemplate, paragraph } from '#platform/mail/template/template.ts';
import { readableMoney } from '#platform/mail/template/wording.ts';

export type PaymentFailedFacts = {
  readonly firstName: string;
  readonly companyName: string;
  readonly companyId: string;
  readonly amountCents: Cents;
  /** Base URL for browsers, without a slash at the end. */
  readonly publicUrl: string;
};

export function paymentFailedMail(facts: PaymentFailedFacts): MailTemplate {
  const { firstName, companyName, companyId, amountCents, publicUrl } = facts;
  return compose({
    subject: 'Your Tallyboard payment failed',
    title: 'We could not charge your card',
    preview: 'Please update your card so that your team can go on.',
    blocks: [
      paragraph(`Hello ${firstName}, the monthly payment of ${companyName} did not go through.`),
      {
        kind: 'facts',
        rows: [
          ['Company', companyName],
          ['Amount', readableMoney(amountCents)],
        ],
      },
      paragraph(
        'Your team can go on for now. We try again in the next days; if that fails, too, the subscription ends. A new card settles it.',
      ),
      {
        kind: 'button',
        label: 'Update the card',
        url: `${publicUrl}/update-subscription/${encodeURIComponent(companyId)}`,
      },
    ],
    why: 'You get this because you manage the subscription of this company.',
  });
}
