import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandHandler } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/command-handler.ts';
import { derivedId, isId } from '#platform/ids.ts';
import type { CompanyLookup } from './company-lookup.fold.ts';
import type { SaleInput } from './sale.decider.ts';
import { type Actor, type SaleState, saleDecider } from './sale.decider.ts';

export type RecordSaleInput = SaleInput & {
  readonly employeeId: string;
  readonly campaignId: string;
  /** Local date of the employee, yyyy-mm-dd. */
  readonly entryDate: string;
  /** When it was made, if it then waited for a network. */
  readonly madeAt?: string | undefined;
  /** Whether the actor of the context is a manager. */
  readonly actorIsManager: boolean;
};

export type EditSaleInput = SaleInput & {
  readonly saleId: string;
  readonly campaignId?: string | undefined;
  readonly actorIsManager: boolean;
};

export type DeleteSaleInput = {
  readonly saleId: string;
  /** Local date of the sale, yyyy-mm-dd; a different date is rejected as `noSuchSale`. */
  readonly entryDate?: string | undefined;
  /** Rejected with `conflict` when the sale is no longer like this. */
  readonly onlyIf?: SaleFacts | undefined;
  readonly actorIsManager: boolean;
};

/** A sale after the command. `campaignName` is the current name, null for a deleted campaign. */
export type SaleOutcome = {
  readonly saleId: string;
  readonly sale: SaleFacts;
  readonly campaignName: string | null;
};

export type SalesCommands = {
  /** Rejects a command id that was used for something else with `conflict`. */
  recordSale(ctx: CommandContext, input: RecordSaleInput): Promise<CommandOutcome<SaleOutcome>>;
  editSale(ctx: CommandContext, input: EditSaleInput): Promise<CommandOutcome<SaleOutcome>>;
  deleteSale(ctx: CommandContext, input: DeleteSaleInput): Promise<CommandOutcome<{ saleId: string }>>;
};

/** Every command may be repeated with the same id: it then changes nothing and has the same outcome as before. */
export function createSalesCommands({
  handle,
  handlePrepared,
  handleNew,
  companyLookup,
}: CommandHandler & { companyLookup: CompanyLookup }): SalesCommands {
  /**
   * The first try reads nothing: it decides with the company as it was last seen, and the append checks that this
   * is still right. Each later try looks the company up.
   */
  async function recordSale(
    ctx: CommandContext,
    { actorIsManager, employeeId, campaignId, entryDate, madeAt, ...input }: RecordSaleInput,
  ): Promise<CommandOutcome<SaleOutcome>> {
    const saleId = saleIdOf(ctx);
    let campaignName: string | null = null;
    const outcome = await handleNew(ctx, streams.sale(ctx.companyId, saleId), saleDecider, async (tries) => {
      const { companyId } = ctx;
      const known = tries === 0 ? companyLookup.known(companyId) : undefined;
      const company = known ?? (await companyLookup.find(companyId));
      const terms = company.campaign(campaignId);
      campaignName = terms?.name ?? null;
      const by = actor(ctx, actorIsManager);
      const employeeExists = company.employee(employeeId) !== undefined;
      const sale = { saleId, by, employeeId, employeeExists, campaignId, terms, entryDate, madeAt, input };
      return { command: { type: 'RecordSale' as const, ...sale }, condition: company.condition };
    });
    return mapOutcome(outcome, (state) => ({ saleId, sale: saleOf(state), campaignName }));
  }

  async function editSale(
    ctx: CommandContext,
    { saleId, campaignId, actorIsManager, ...input }: EditSaleInput,
  ): Promise<CommandOutcome<SaleOutcome>> {
    if (!isId(saleId)) return rejected('noSuchSale');
    const by = actor(ctx, actorIsManager);
    let nameOf: (campaignId: string) => string | null = () => null;
    const stream = streams.sale(ctx.companyId, saleId);
    const outcome = await handlePrepared(ctx, stream, saleDecider, async () => {
      const company = await companyLookup.find(ctx.companyId);
      nameOf = (id) => company.campaign(id)?.name ?? null;
      const moveTo =
        campaignId === undefined ? undefined : { campaignId, terms: company.campaign(campaignId) };
      const command = { type: 'EditSale' as const, saleId, by, moveTo, input };
      return { command, condition: moveTo && company.condition };
    });
    return mapOutcome(outcome, (state) => {
      const sale = saleOf(state);
      return { saleId, sale, campaignName: nameOf(sale.campaignId) };
    });
  }

  async function deleteSale(
    ctx: CommandContext,
    { saleId, entryDate, onlyIf, actorIsManager }: DeleteSaleInput,
  ) {
    if (!isId(saleId)) return rejected('noSuchSale');
    const by = actor(ctx, actorIsManager);
    const command = { type: 'DeleteSale', saleId, by, entryDate, onlyIf } as const;
    const outcome = await handle(ctx, streams.sale(ctx.companyId, saleId), saleDecider, command);
    return mapOutcome(outcome, () => ({ saleId }));
  }

  return { recordSale, editSale, deleteSale };
}

function saleIdOf(ctx: CommandContext): string {
  return derivedId(ctx.commandId, 'sale');
}

function actor(ctx: CommandContext, isManager: boolean): Actor {
  return { employeeId: ctx.actorId, isManager };
}

function saleOf(state: SaleState): SaleFacts {
  if (state.kind === 'unknown') throw new Error('a sale command succeeded and left no sale');
  return state.sale;
}
