/** The test cards by their names at the real provider, and whether they pay invoices. */
const CARDS = new Map([
  ['pm_card_visa', true],
  ['pm_card_mastercard', true],
  ['pm_card_amex', true],
  ['pm_card_chargeCustomerFail', false],
]);

/** True for a card that can be attached to a customer. `pm_card_chargeDeclined` and unknown cards cannot. */
export function canBeAttached(card: string): boolean {
  return CARDS.has(card);
}

export function pays(card: string): boolean {
  return CARDS.get(card) ?? false;
}
