import type { Cents } from '#contracts/money.ts';
import { compose } from './compose.ts';
import { type Letter, paragraph } from './letter.ts';
import { readableInstant, readableMoney } from './wording.ts';

export type WelcomeFacts = {
  readonly firstName: string;
  readonly companyName: string;
  /** UTC ISO-8601; null when there is no trial. */
  readonly trialEndsAt: string | null;
  /** IANA zone of the reader. */
  readonly timeZone: string;
  readonly baseCents: Cents;
  readonly seatCents: Cents;
  /** As browsers see us, without a slash at the end. */
  readonly publicUrl: string;
};

/** To whoever registered the company, once the card is there. */
export function welcomeLetter(facts: WelcomeFacts): Letter {
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
