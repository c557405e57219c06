import type { Rejected } from '#contracts/result.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import type { SubscriptionState } from '../subscription/subscription.decider.ts';
import type { TrialClaim } from '../trials.ts';

/** A request to the payment provider with every value that is sent, since a repetition has to send the same. */
export type IntentRequest =
  | {
      readonly kind: 'start';
      readonly customerId: string;
      readonly paymentMethodId: string;
      readonly seats: number;
      readonly trialDays: 7 | 0;
      /** A subscription of ours that the provider does not know. It ends when this one starts. */
      readonly replaces: string | null;
      /** The first subscription of a company is followed by a welcome mail. */
      readonly isFirst: boolean;
      /** Digest of company name and email, so that each payer has one trial. */
      readonly payer: string;
    }
  | {
      readonly kind: 'change card';
      readonly customerId: string;
      readonly subscriptionId: string;
      readonly paymentMethodId: string;
    }
  | { readonly kind: 'cancel'; readonly subscriptionId: string };

export type DeclineCode = 'card declined';

/** Stored before the provider is called, so that an interrupted call is found and completed. */
export type Intent = {
  /** The id of the command. */
  readonly id: string;
  readonly companyId: string;
  readonly request: IntentRequest;
  readonly command: CommandContext;
  readonly state: 'open' | 'done' | 'refused';
  readonly declined: DeclineCode | null;
};

export type Intents = {
  /** Throws when the company has another open intent. The caller completes that first, under the company lock. */
  open(command: CommandContext, request: IntentRequest): Promise<Intent>;
  find(id: string): Promise<Intent | null>;
  openOf(companyId: string): Promise<Intent | null>;
  /** Ends the intent; `declined` is null when it succeeded. The trial of a start that was declined is free again. */
  close(intent: Intent, declined: DeclineCode | null): Promise<void>;
  /** The intent cannot be completed now. Sets when the job tries again. */
  postpone(intent: Intent): Promise<void>;
  /** Companies with an open intent that is due, the longest due first. */
  dueCompanies(limit: number): Promise<readonly string[]>;
  countOpen(): Promise<number>;
  /**
   * True when this company may have a trial: no other has had one under any of these digests, of a payer or a card. Then
   * no other gets one under them, unless its start is declined. Repeated by the same company, it is true again.
   */
  claimTrial(companyId: string, claim: TrialClaim): Promise<boolean>;
};

/**
 * - `card declined`: nothing was charged, nothing changed.
 * - `unavailable`: the provider does not answer. The request is stored and will be completed.
 * - `no subscription`: there is nothing to cancel.
 * - `no such company`: the company has ended or has no super employee.
 */
export type BillingFailure = Rejected<
  'card declined' | 'unavailable' | 'no subscription' | 'no such company'
>;

type BillingSuccess = {
  readonly ok: true;
  /** Position that a read model must have reached to show the change. */
  readonly position: number;
  readonly subscription: SubscriptionState;
};

export type BillingOutcome = BillingSuccess | BillingFailure;
