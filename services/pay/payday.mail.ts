import type { Cents } from '#contracts/money.ts';
import { paths } from '#contracts/paths.ts';
import type { PayPeriod } from '#contracts/pay/pay-periods.ts';
import {
  compose,
  type MailTemplate,
  paragraph,
  readableDay,
  readableMoney,
} from '#platform/mail/template.ts';

export type PaydayNews = 'ready' | 'approved' | 'paid';

export type PaydayFacts = {
  readonly news: PaydayNews;
  readonly firstName: string;
  readonly period: PayPeriod;
  readonly payableCents: Cents;
  /** The public URL, without a slash at the end. */
  readonly publicUrl: string;
};

const WORDS: Readonly<Record<PaydayNews, { title: string; what: string; next: string }>> = {
  ready: {
    title: 'Your statement is ready',
    what: 'Your pay period is over. Please look at your statement:',
    next: 'Is something wrong or missing? Say so now: a manager reviews it before it is paid.',
  },
  approved: {
    title: 'Your statement is approved',
    what: 'A manager approved your statement:',
    next: 'It is paid next. If something in it changes before, it is reviewed again.',
  },
  paid: {
    title: 'Your statement is paid',
    what: 'Your statement is locked and handed to payroll:',
    next: 'Nothing on it changes any more. A later change of a sale is an adjustment on a later statement.',
  },
};

/** To the person whose statement it is. */
export function paydayLetter({
  news,
  firstName,
  period,
  payableCents,
  publicUrl,
}: PaydayFacts): MailTemplate {
  const { title, what, next } = WORDS[news];
  const dates = `${readableDay(period.from)} to ${readableDay(period.to)}`;
  return compose({
    subject: `${title}: ${dates}`,
    title,
    preview: next,
    blocks: [
      paragraph(`Hello ${firstName}, ${what.charAt(0).toLowerCase()}${what.slice(1)}`),
      {
        kind: 'facts',
        rows: [
          ['Period', dates],
          ['Payable', readableMoney(payableCents)],
        ],
      },
      paragraph(next),
      {
        kind: 'button',
        label: 'Open the statement',
        url: `${publicUrl}${paths.myStatement.replace(':from', period.from)}`,
      },
    ],
    why: 'You get this because your company pays commission by Tallyboard.',
  });
}
