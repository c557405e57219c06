import type { Cents } from '#contracts/money.ts';
import { compose } from '#platform/mail/template/compose.ts';
import { type MailTemplate, paragraph } from '#platform/mail/template/template.ts';
import { readableInstant, readableMoney } from '#platform/mail/template/wording.ts';

export type WelcomeFacts = {
  readonly firstName: string;
  readonly companyName: string;
  /** UTC ISO-8601; null when there is no trial. */
  readonly trialEndsAt: string | null;
  /** IANA zone of the recipient. */
  readonly timeZone: string;
  readonly baseCents: Cents;
  readonly seatCents: Cents;
  /** Base URL for browsers, without a slash at the end. */
  readonly publicUrl: string;
};

/** Sent to the person who registered the company, after the first payment method is saved. */
export function welcomeMail(facts: WelcomeFacts): MailTemplate {
  const { firstName, companyName, trialEndsAt, timeZone, baseCents, seatCents, publicUrl } = facts;
  const price = `${readableMoney(baseCents)} a month and ${readableMoney(seatCents)} for each registered employee`;
  const trial: [string, string][] = trialEndsAt
    ? [['Free trial until', readableInstant(trialEndsAt, timeZone)]]
    : [];
  return compose({
    subject: 'Welcome to Tallyboard',
    title: `Welcome, ${firstName}`,
    preview: 'Your company is ready. Here is what to do first.',
    blocks: [
      paragraph(`${companyName} is ready on Tallyboard.`),
      {
        kind: 'facts',
        rows: [['Company', companyName], ...trial, [trialEndsAt ? 'After the trial' : 'Price', price]],
      },
      paragraph('Start with a goal and a campaign, then add your employees: they can record sales at once.'),
      { kind: 'button', label: 'Open Tallyboard', url: publicUrl },
      paragraph('You can cancel anytime on the company profile.'),
    ],
    why: 'You get this because you registered this company.',
  });
}
