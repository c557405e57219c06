import type { CommandContext } from '#platform/commands/command.ts';

/** What the provider is asked for, with everything that is sent: a repetition has to send the same. */
export type Ask =
  | {
      readonly kind: 'start';
      readonly customerId: string;
      readonly paymentMethodId: string;
      readonly seats: number;
      readonly trialDays: 7 | 0;
      /** A subscription of ours that the provider does not know, and that ends with this. */
      readonly replaces: string | null;
      /** The company's first one: its people are welcomed. */
      readonly isFirst: boolean;
      /** Of name and email: who had this trial. */
      readonly payer: string;
    }
  | {
      readonly kind: 'change card';
      readonly customerId: string;
      readonly subscriptionId: string;
      readonly paymentMethodId: string;
    }
  | { readonly kind: 'cancel'; readonly subscriptionId: string };

export type Refused = 'card declined';

/** Stored before the provider is asked, so that whatever is cut short is found and completed. */
export type Intent = {
  /** The id of the command. */
  readonly id: string;
  readonly companyId: string;
  readonly ask: Ask;
  readonly command: CommandContext;
  readonly state: 'open' | 'done' | 'refused';
  readonly refusal: Refused | null;
};

export type Intents = {
  /** Throws when another one of this company is open: the caller works it off first, under the company's lock. */
  open(command: CommandContext, ask: Ask): Promise<Intent>;
  find(id: string): Promise<Intent | null>;
  openOf(companyId: string): Promise<Intent | null>;
  /** In the end, whatever it came to. A trial that began counts from then on. */
  settle(intent: Intent, refusal: Refused | null): Promise<void>;
  /** It could not be completed now; says when the job looks again. */
  postpone(intent: Intent): Promise<void>;
  /** Companies with something open that is due, oldest first. */
  dueCompanies(most: number): Promise<readonly string[]>;
  countOpen(): Promise<number>;
  hadTrial(payer: string): Promise<boolean>;
};
