/** Where a card is entered: the provider, what its script needs, and the secret of this one entry. */
export type CardAccess = {
  readonly provider: 'stripe' | 'sandbox';
  readonly publishableKey: string;
  readonly clientSecret: string;
};

/** `words` are what the provider itself says is wrong with the card, in the person's language where it knows it. */
export type CardOutcome =
  | { readonly ok: true; readonly paymentMethodId: string }
  | { readonly ok: false; readonly words: string | null };

/** Hands what was entered to the provider, never to us. Asked again after a success it is the same card. */
export type ConfirmCard = () => Promise<CardOutcome>;

export type CardFormProps = {
  readonly card: CardAccess;
  readonly dark: boolean;
  /** What the button says; it says 'Processing...' while busy. */
  readonly action: string;
  readonly busy: boolean;
  /** Done: the button rests as it is. */
  readonly done: boolean;
  readonly onPay: (confirm: ConfirmCard) => void;
};
