import { isEmail } from '#contracts/email.ts';
import type { Cents } from '#contracts/money.ts';
import type { Log } from '#platform/log.ts';
import { paymentFailedLetter } from '#platform/mail/letters/payment-failed.letter.ts';
import { subscriptionCanceledLetter } from '#platform/mail/letters/subscription-canceled.letter.ts';
import { trialEndsLetter } from '#platform/mail/letters/trial-ends.letter.ts';
import { welcomeLetter } from '#platform/mail/letters/welcome.letter.ts';
import type { Mail, Outbox, PostOptions } from '#platform/mail/mail.port.ts';
import type { Payer, Payers } from './payers.port.ts';
import { BASE_CENTS, monthlyCents, SEAT_CENTS } from './plan.ts';

export type BillingLettersDeps = {
  readonly outbox: Pick<Outbox, 'post'>;
  readonly payers: Payers;
  readonly timeZoneOf: (person: { companyId: string; employeeId: string }) => Promise<string>;
  /** As browsers see us, without a slash at the end. */
  readonly publicUrl: () => string;
  readonly log: Log;
};

export type BillingLetters = ReturnType<typeof createBillingLetters>;

type Reader = Payer & { readonly companyId: string; readonly timeZone: string; readonly publicUrl: string };
type Written = Pick<Mail, 'subject' | 'text' | 'html'>;

/** To the super employee. Ids derive from what the provider calls the occasion, so each is posted once. */
export function createBillingLetters(deps: BillingLettersDeps) {
  async function post(
    companyId: string,
    options: Omit<PostOptions, 'companyId'>,
    write: (reader: Reader) => Written | Promise<Written>,
  ): Promise<void> {
    const payer = await deps.payers.payerOf(companyId);
    if (!payer) return;
    if (!isEmail(payer.email)) {
      deps.log.warn({ companyId, mail: options.id }, 'no mail about money: the address is none');
      return;
    }
    const timeZone = await deps.timeZoneOf({ companyId, employeeId: payer.employeeId });
    const letter = await write({ ...payer, companyId, timeZone, publicUrl: deps.publicUrl() });
    const to = { name: `${payer.firstName} ${payer.lastName}`, address: payer.email };
    await deps.outbox.post({ to, ...letter }, { ...options, companyId });
  }

  return {
    welcome: (companyId: string, { trialEndsAt }: { readonly trialEndsAt: string | null }) =>
      post(companyId, { id: `welcome ${companyId}` }, (reader) =>
        welcomeLetter({ ...reader, trialEndsAt, baseCents: BASE_CENTS, seatCents: SEAT_CENTS }),
      ),

    paymentFailed: (companyId: string, bill: { readonly invoiceId: string; readonly cents: Cents }) =>
      post(companyId, { id: `payment failed ${bill.invoiceId}` }, (reader) =>
        paymentFailedLetter({ ...reader, amountCents: bill.cents }),
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
      post(companyId, { id: `canceled ${subscriptionId}` }, (reader) =>
        subscriptionCanceledLetter({ ...reader, ...facts }),
      ),

    /** Worth nothing any more once the trial has ended. */
    trialEnds: (companyId: string, subscriptionId: string, trialEndsAt: string) =>
      post(
        companyId,
        { id: `trial ends ${subscriptionId} ${trialEndsAt}`, notAfter: trialEndsAt },
        async (reader) => {
          const { count: employees } = await deps.payers.seatsOf(companyId);
          return trialEndsLetter({
            ...reader,
            trialEndsAt,
            employees,
            monthlyCents: monthlyCents(employees),
          });
        },
      ),
  };
}
