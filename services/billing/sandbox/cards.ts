/** The test cards by the names they have at the real provider, and whether a bill is paid with them. */
const CARDS = new Map([
  ['pm_card_visa', true],
  ['pm_card_mastercard', true],
  ['pm_card_amex', true],
  ['pm_card_chargeCustomerFail', false],
]);

/** True for a card that can be attached to a customer. `pm_card_chargeDeclined` and whatever is unknown cannot. */
export function attaches(card: string): boolean {
  return CARDS.has(card);
}

/** Whether bills are paid with it. */
export function pays(card: string): boolean {
  return CARDS.get(card) ?? false;
}
