import { cardText, RECEIPT_TEXTS } from '#contracts/company-kinds.ts';
import type { CompanyReceipt } from '#contracts/endpoints/companies.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { centsToNumber } from '#contracts/money.ts';
import type { Page, PageWish, SortKey } from '#contracts/page.ts';
import { paths } from '#contracts/paths.ts';
import {
  compose,
  type MailTemplate,
  paragraph,
  readableDay,
  readableInstant,
  readableMoney,
} from '#platform/mail/template.ts';
import type { Receipt } from './payments.port.ts';

type ReceiptFacts = Receipt & {
  readonly firstName: string;
  readonly companyName: string;
  /** IANA zone of the recipient. */
  readonly timeZone: string;
  /** Base URL for browsers, without a slash at the end. */
  readonly publicUrl: string;
};

export function receiptMail(facts: ReceiptFacts): MailTemplate {
  const { firstName, companyName, timeZone, publicUrl, kind, amountCents, paidAt, receiptId } = facts;
  const amount = readableMoney(amountCents);
  const isRefund = kind === 'refund';
  const row = (label: string, text: string | null): [string, string][] =>
    text === null ? [] : [[label, text]];
  return compose({
    subject: isRefund ? 'Your Tallyboard refund' : 'Your Tallyboard receipt',
    title: isRefund ? `Refund of ${amount}` : `Receipt for ${amount}`,
    preview: isRefund ? 'The money goes back to your card.' : 'Thank you. Nothing is left to do.',
    blocks: [
      paragraph(
        isRefund
          ? `Hello ${firstName}, a payment of ${companyName} was refunded. Your bank may need some days to show it.`
          : `Hello ${firstName}, the payment of ${companyName} went through.`,
      ),
      {
        kind: 'facts',
        rows: [
          ['Company', companyName],
          ['Amount', amount],
          [isRefund ? 'Refunded' : 'Paid', readableInstant(paidAt, timeZone)],
          ['For', RECEIPT_TEXTS[kind]],
          ...row('Period', periodText(facts)),
          ...row('Card', cardText(facts)),
          ['Receipt', receiptId],
        ],
      },
      { kind: 'button', label: 'All receipts', url: `${publicUrl}${paths.companyProfile}` },
    ],
    why: 'You get this because you manage the subscription of this company.',
  });
}

function periodText({ periodStart, periodEnd, timeZone }: ReceiptFacts): string | null {
  if (periodStart === null || periodEnd === null) return null;
  const day = (instant: string) => readableDay(localDate(instant, timeZone));
  return `${day(periodStart)} to ${day(periodEnd)}`;
}

/** The requested part of the receipts, the newest first; the days are those of the zone. */
export function receiptPage(
  receipts: readonly Receipt[],
  { limit, after }: PageWish,
  timeZone: string,
): Page<CompanyReceipt> {
  const newestFirst = receipts.toSorted((a, b) => order(keyOf(b), keyOf(a)));
  const following = newestFirst.filter((each) => !after || order(keyOf(each), after) < 0);
  const rows = following.slice(0, limit);
  const last = following.length > limit ? rows.at(-1) : undefined;
  return { rows: rows.map((each) => shownReceipt(each, timeZone)), next: last ? keyOf(last) : null };
}

function keyOf({ paidAt, receiptId }: Receipt): SortKey {
  return [new Date(paidAt).toISOString(), receiptId];
}

function order(one: SortKey, other: SortKey): number {
  const [a, b] = [one.join(' '), other.join(' ')];
  return a < b ? -1 : a > b ? 1 : 0;
}

function shownReceipt(receipt: Receipt, timeZone: string): CompanyReceipt {
  const { kind, amountCents, paidAt, periodStart, periodEnd } = receipt;
  return {
    id: receipt.receiptId,
    kind,
    amount: centsToNumber(kind === 'refund' ? -amountCents : amountCents),
    date: localDate(paidAt, timeZone),
    period_from: periodStart && localDate(periodStart, timeZone),
    period_to: periodEnd && localDate(periodEnd, timeZone),
    card_brand: receipt.cardBrand,
    card_last4: receipt.cardLast4,
  };
}
