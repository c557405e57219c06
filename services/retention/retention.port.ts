import type pg from 'pg';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';

/** How much there is, or was, of each kind of data. */
export type Counts = Readonly<Record<string, number>>;

/** A company whose six months are over. */
export type Due = { readonly companyId: string; readonly endedAt: string };

/** What retention asks of others; `main/retention.ts` fills it. */
export type RetentionPorts = {
  /** Companies that may be due: those without a subscription that runs. More than are due does no harm. */
  candidates(): Promise<readonly string[]>;
  /** Ends the company: afterwards it cannot be renewed. */
  terminate(ctx: CommandContext): Promise<CommandOutcome<unknown>>;
  /** Nothing is asked of the payment provider for this company meanwhile. */
  inBillingTurn<Value>(companyId: string, work: () => Promise<Value>): Promise<Value>;
  /** Whether something that was asked of the payment provider is still open. */
  isPaying(companyId: string): Promise<boolean>;
  /** What a payment provider of our own keeps; of another one nothing. */
  forgetPayments(companyId: string): Promise<void>;
  /** Within the transaction of `client`; false: not now. */
  forgetReadModels(client: pg.ClientBase, companyId: string): Promise<number | false>;
  countReadModels(companyId: string): Promise<number>;
};
