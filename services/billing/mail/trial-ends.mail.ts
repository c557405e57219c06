import type { Cents } from '#contracts/money.ts';
import { compose } from '#platform/mail/template/compose.ts';
import { type MailTemplate, paragraph } from '#platform/mail/template/template.ts';
import { readableInstant, readableMoney, registeredEmployees } from '#platform/mail/template/wording.ts';

export type TrialEndsFacts = {
  readonly firstName: string;
  readonly companyName: string;
  /** UTC ISO-8601. */
  readonly trialEndsAt: string;
  /** IANA zone of the recipient. */
  readonly timeZone: string;
  readonly employees: number;
  readonly monthlyCents: Cents;
  /** Base URL for browsers, without a slash at the end. */
  readonly publicUrl: string;
};

/** Sent two days before the first charge. */
export function trialEndsMail(facts: TrialEndsFacts): MailTemplate {
  const { firstName, companyName, trialEndsAt, timeZone, employees, monthlyCents, publicUrl } = facts;
  const end = readableInstant(trialEndsAt, timeZone);
  return compose({
    subject: 'Your Tallyboard trial ends in two days',
    title: 'Your trial ends in two days',
    preview: `Your card is charged for the first time on ${end}.`,
    blocks: [
      paragraph(
        `Hello ${firstName}, the free trial of ${companyName} is nearly over. If you stay, there is nothing to do.`,
      ),
      {
        kind: 'facts',
        rows: [
          ['Trial ends', end],
          ['First charge', `${readableMoney(monthlyCents)} a month, for ${registeredEmployees(employees)}`],
        ],
      },
      paragraph(
        'The charge follows the number of registered employees. To leave, cancel on the company profile before the trial ends, and nothing is charged.',
      ),
      { kind: 'button', label: 'Open the company profile', url: `${publicUrl}/layout/company-profile` },
    ],
    why: 'You get this because you manage the subscription of this company.',
  });
}
