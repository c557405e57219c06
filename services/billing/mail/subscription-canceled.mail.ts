import type { Cents } from '#contracts/money.ts';
import { compose } from '#platform/mail/template/compose.ts';
import { type MailTemplate, paragraph } from '#platform/mail/template/template.ts';
import { readableInstant, readableMoney } from '#platform/mail/template/wording.ts';

export type SubscriptionCanceledFacts = {
  readonly firstName: string;
  readonly companyName: string;
  /** UTC ISO-8601. */
  readonly canceledAt: string;
  /** IANA zone of the recipient. */
  readonly timeZone: string;
  /** Refund of unused days; 0 when there is none. */
  readonly refundCents: Cents;
  /** Unset when a person canceled it. */
  readonly because?: 'payments failed';
  /** Base URL for browsers, without a slash at the end. */
  readonly publicUrl: string;
};

export function subscriptionCanceledMail(facts: SubscriptionCanceledFacts): MailTemplate {
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
