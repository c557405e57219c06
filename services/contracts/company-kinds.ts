/** The company that a first start loads, except in production, which does not start beside its accounts. */
export const DEMO_COMPANY_ID = '8af6c4a5-bd67-5ada-99b5-ef65c8351391';

/** How many employees a company says it has when it registers. */
export const EMPLOYEE_COUNT_RANGES = ['0-20', '21-50', '51-100', '101-500', '501-1000', '1000+'] as const;
export type EmployeeCountRange = (typeof EMPLOYEE_COUNT_RANGES)[number];

/** The words of the payment provider. */
export const SUBSCRIPTION_STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/**
 * A company with one of these may work. A late payment does not lock it out: the provider ends the subscription
 * when the payment never comes.
 */
export const ACTIVE_STATUSES = [
  'trialing',
  'active',
  'past_due',
] as const satisfies readonly SubscriptionStatus[];

/** Whether a company with that status of its subscription (null: none) may work. */
export function isActive(status: string | null): boolean {
  return (ACTIVE_STATUSES as readonly (string | null)[]).includes(status);
}

/** What a receipt is for: a month in advance, the last bill of a canceled subscription, or money given back. */
export const RECEIPT_KINDS = ['month', 'last bill', 'refund'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** What a receipt says of itself. */
export const RECEIPT_TEXTS: { readonly [Kind in ReceiptKind]: string } = {
  month: 'Monthly subscription',
  'last bill': 'Last bill: employees added in the month',
  refund: 'Refund',
};

/** `Visa •••• 4242`; null when the provider names no card. */
export function cardText(receipt: {
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
}): string | null {
  const { cardBrand, cardLast4 } = receipt;
  if (cardLast4 === null) return null;
  const brand = cardBrand ?? 'card';
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${cardLast4}`;
}
