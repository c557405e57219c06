import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Cents } from '#contracts/money.ts';
import { paths } from '#contracts/paths.ts';
import { BASE_CENTS, monthlyCents, SEAT_CENTS } from '#contracts/plan.ts';
import { isEmail } from '#contracts/text.ts';
import type { Log } from '#platform/log.ts';
import type { Mail, Outbox, PostOptions } from '#platform/mail/mail.port.ts';
import {
  compose,
  type MailTemplate,
  paragraph,
  readableInstant,
  readableMoney,
  registeredEmployees,
} from '#platform/mail/template.ts';
import { receiptMail } from './receipts.ts';
import type { Payer, Payers } from './subscription/payers.fold.ts';

export type BillingMailDeps = {
  readonly outbox: Pick<Outbox, 'post'>;
  readonly payers: Payers;
  readonly timeZoneOf: (person: { companyId: string; employeeId: string }) => Promise<string>;
  /** Base URL for browsers, without a slash at the end. */
  readonly publicUrl: () => string;
  readonly log: Log;
};

/** A receipt that could not be sent for so long is only on the company profile. */
const RECEIPT_DAYS = 30;

export type BillingMail = ReturnType<typeof createBillingMail>;

type Recipient = Payer & {
  readonly companyId: string;
  /** IANA zone of the recipient. */
  readonly timeZone: string;
  /** Base URL for browsers, without a slash at the end. */
  readonly publicUrl: string;
};
type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>;

/** Mails about payments, to the super employee. Mail ids contain the provider's ids, so each is posted once. */
export function createBillingMail(deps: BillingMailDeps) {
  async function post(
    companyId: string,
    options: Omit<PostOptions, 'companyId'>,
    write: (recipient: Recipient) => MailContent | Promise<MailContent>,
  ): Promise<void> {
    const payer = await deps.payers.payerOf(companyId);
    if (!payer) return;
    if (!isEmail(payer.email)) {
      deps.log.warn(
        { companyId, mail: options.id },
        'a mail about payments is not sent: the address is not valid',
      );
      return;
    }
    const timeZone = await deps.timeZoneOf({ companyId, employeeId: payer.employeeId });
    const content = await write({ ...payer, companyId, timeZone, publicUrl: deps.publicUrl() });
    const to = { name: `${payer.firstName} ${payer.lastName}`, address: payer.email };
    await deps.outbox.post({ to, ...content }, { ...options, companyId });
  }

  return {
    welcome: (companyId: string, { trialEndsAt }: { readonly trialEndsAt: string | null }) =>
      post(companyId, { id: `welcome ${companyId}` }, (recipient) =>
        welcomeMail({ ...recipient, trialEndsAt, baseCents: BASE_CENTS, seatCents: SEAT_CENTS }),
      ),

    paymentFailed: (companyId: string, bill: { readonly invoiceId: string; readonly cents: Cents }) =>
      post(companyId, { id: `payment failed ${bill.invoiceId}` }, (recipient) =>
        paymentFailedMail({ ...recipient, amountCents: bill.cents }),
      ),

    canceled: (
      companyId: string,
      subscriptionId: string,
      facts: {
        readonly canceledAt: string;
        readonly refundCents: Cents;
        readonly because?: 'payments failed';
      },
    ) =>
      post(companyId, { id: `canceled ${subscriptionId}` }, (recipient) =>
        subscriptionCanceledMail({ ...recipient, ...facts }),
      ),

    /** One for each receipt among the events; not for money that was moved long ago, as before receipts were kept. */
    async receipts(companyId: string, events: readonly DomainEvent[]): Promise<void> {
      for (const event of events) {
        if (event.type !== 'SubscriptionReceiptIssued') continue;
        const { receiptId, paidAt } = event.data;
        const notAfter = new Date(Date.parse(paidAt) + RECEIPT_DAYS * DAY_MS).toISOString();
        await post(companyId, { id: `receipt ${receiptId}`, notAfter }, (recipient) =>
          receiptMail({ ...recipient, ...event.data }),
        );
      }
    },

    /** Not sent after the trial has ended. */
    trialEnds: (companyId: string, subscriptionId: string, trialEndsAt: string) =>
      post(
        companyId,
        { id: `trial ends ${subscriptionId} ${trialEndsAt}`, notAfter: trialEndsAt },
        async (recipient) => {
          const { count: employees } = await deps.payers.seatsOf(companyId);
          return trialEndsMail({
            ...recipient,
            trialEndsAt,
            employees,
            monthlyCents: monthlyCents(employees),
          });
        },
      ),
  };
}

type WelcomeFacts = Pick<Recipient, 'firstName' | 'companyName' | 'timeZone' | 'publicUrl'> & {
  /** UTC ISO-8601; null when there is no trial. */
  readonly trialEndsAt: string | null;
  readonly baseCents: Cents;
  readonly seatCents: Cents;
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

type TrialEndsFacts = Pick<Recipient, 'firstName' | 'companyName' | 'timeZone' | 'publicUrl'> & {
  /** UTC ISO-8601. */
  readonly trialEndsAt: string;
  readonly employees: number;
  readonly monthlyCents: Cents;
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
      { kind: 'button', label: 'Open the company profile', url: `${publicUrl}${paths.companyProfile}` },
    ],
    why: 'You get this because you manage the subscription of this company.',
  });
}

type PaymentFailedFacts = Pick<Recipient, 'firstName' | 'companyName' | 'companyId' | 'publicUrl'> & {
  readonly amountCents: Cents;
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
        url: `${publicUrl}${paths.updateSubscription.replace(':id', encodeURIComponent(companyId))}`,
      },
    ],
    why: 'You get this because you manage the subscription of this company.',
  });
}

type SubscriptionCanceledFacts = Pick<Recipient, 'firstName' | 'companyName' | 'timeZone' | 'publicUrl'> & {
  /** UTC ISO-8601. */
  readonly canceledAt: string;
  /** Refund of unused days; 0 when there is none. */
  readonly refundCents: Cents;
  /** Unset when a person canceled it. */
  readonly because?: 'payments failed';
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
      { kind: 'button', label: 'Renew', url: `${publicUrl}${paths.companyProfile}` },
    ],
    why: 'You get this because you managed the subscription of this company.',
  });
}
