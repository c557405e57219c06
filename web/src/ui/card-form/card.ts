/** Where a card is entered: the provider, what its script needs, and the secret of this one entry. */
export type CardAccess = {
  readonly provider: 'stripe' | 'sandbox';
  readonly publishableKey: string;
  readonly clientSecret: string;
};

/** `words` is the provider's own message about the card, in the person's language where the provider knows it. */
export type CardOutcome =
  | { readonly ok: true; readonly paymentMethodId: string }
  | { readonly ok: false; readonly words: string | null };

/** Gives the card to the provider, never to us. After a success, another call returns the same card. */
export type ConfirmCard = () => Promise<CardOutcome>;

export type CardFormProps = {
  readonly card: CardAccess;
  readonly dark: boolean;
  /** The text of the button; while busy it is 'Processing...'. */
  readonly action: string;
  readonly busy: boolean;
  /** The payment is done: the button keeps its text and takes no press. */
  readonly done: boolean;
  readonly onPay: (confirm: ConfirmCard) => void;
};
