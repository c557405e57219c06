import type { Cents } from '#contracts/money.ts';
import { compose } from './compose.ts';
import { type Letter, paragraph } from './letter.ts';
import { readableInstant, readableMoney } from './wording.ts';

export type SubscriptionCanceledFacts = {
  readonly firstName: string;
  readonly companyName: string;
  /** UTC ISO-8601. */
  readonly canceledAt: string;
  /** IANA zone of the reader. */
  readonly timeZone: string;
  /** For unused days; 0 when there were none. */
  readonly refundCents: Cents;
  /** Unset: somebody canceled it. */
  readonly because?: 'payments failed';
  /** As browsers see us, without a slash at the end. */
  readonly publicUrl: string;
};

export function subscriptionCanceledLetter(facts: SubscriptionCanceledFacts): Letter {
  const { firstName, companyName, canceledAt, timeZone, refundCents, because, publicUrl } = facts;
  const refund: [string, string][] =
    refundCents > 0 ? [['Refund for unused days', readableMoney(refundCents)]] : [];
  const reason = because === 'payments failed' ? ' because its payments failed' : '';
  return compose({
    subject: 'Your Tallyboard subscription is canceled',
    title: 'Your subscription is canceled',
    preview: 'Your data is kept for six months.',
    blocks: [
      paragraph(`Hello ${firstName}, the subscription of ${companyName} has ended${reason}.`),
      {
        kind: 'facts',
        rows: [['Company', companyName], ['Canceled', readableInstant(canceledAt, timeZone)], ...refund],
      },
      paragraph(
        'We keep your data for six months and erase it after that. Renew in that time, and everything is as you left it.',
      ),
      { kind: 'button', label: 'Renew', url: `${publicUrl}/layout/company-profile` },
    ],
    why: 'You get this because you managed the subscription of this company.',
  });
}
