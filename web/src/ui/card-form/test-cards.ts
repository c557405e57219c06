/** The cards of the sandbox, by the names and last digits they have at the real provider, and what each does. */
export const TEST_CARDS = [
  { id: 'pm_card_visa', name: 'Visa ending in 4242', effect: 'Every charge is paid.' },
  { id: 'pm_card_mastercard', name: 'Mastercard ending in 4444', effect: 'Every charge is paid.' },
  {
    id: 'pm_card_chargeCustomerFail',
    name: 'Visa ending in 0341',
    effect: 'The card is accepted, then every charge fails.',
  },
  { id: 'pm_card_chargeDeclined', name: 'Visa ending in 0002', effect: 'The card is declined at once.' },
] as const;
