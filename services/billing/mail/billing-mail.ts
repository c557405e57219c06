import { isEmail } from '#contracts/email.ts';
import type { Cents } from '#contracts/money.ts';
import type { Log } from '#platform/log.ts';
import type { Mail, Outbox, PostOptions } from '#platform/mail/mail.port.ts';
import type { Payer, Payers } from '../subscription/payers.fold.ts';
import { BASE_CENTS, monthlyCents, SEAT_CENTS } from '../subscription/plan.ts';
import { paymentFailedMail } from './payment-failed.mail.ts';
import { subscriptionCanceledMail } from './subscription-canceled.mail.ts';
import { trialEndsMail } from './trial-ends.mail.ts';
import { welcomeMail } from './welcome.mail.ts';

export type BillingMailDeps = {
  readonly outbox: Pick<Outbox, 'post'>;
  readonly payers: Payers;
  readonly timeZoneOf: (person: { companyId: string; employeeId: string }) => Promise<string>;
  /** Base URL for browsers, without a slash at the end. */
  readonly publicUrl: () => string;
  readonly log: Log;
};

export type BillingMail = ReturnType<typeof createBillingMail>;

type Recipient = Payer & {
  readonly companyId: string;
  readonly timeZone: string;
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
