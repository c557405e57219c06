import { decodeEvent } from '#contracts/events/codec.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { createCommandHandler } from '#platform/commands/command-handler.ts';
import { mapOutcome, refuse } from '#platform/commands/decision.ts';
import { newEvents } from '#platform/commands/new-events.ts';
import type { EventStore, Premise } from '#platform/event-store/event-store.port.ts';
import { derivedId, isId } from '#platform/ids.ts';
import { type Actor, type SaleState, saleDecider } from './sale.decider.ts';
import type { SaleInput } from './sale-fields.ts';
import type { Floor, SalesFloor } from './sales-floor.port.ts';

export type RecordSaleInput = SaleInput & {
  readonly employeeId: string;
  readonly campaignId: string;
  /** Local date of the employee, yyyy-mm-dd. */
  readonly entryDate: string;
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
  /** Local date yyyy-mm-dd of the sale that is meant; another one than the sale's refuses as `noSuchSale`. */
  readonly entryDate?: string | undefined;
  readonly actorIsManager: boolean;
};

/** A sale as the command left it. `campaignName` is the campaign's present name, null once it is deleted. */
export type SaleOutcome = {
  readonly saleId: string;
  readonly sale: SaleFacts;
  readonly campaignName: string | null;
};

export type SalesCommands = {
  /** Refuses with `conflict` a command id that was used for something else. */
  recordSale(ctx: CommandContext, input: RecordSaleInput): Promise<CommandOutcome<SaleOutcome>>;
  editSale(ctx: CommandContext, input: EditSaleInput): Promise<CommandOutcome<SaleOutcome>>;
  deleteSale(ctx: CommandContext, input: DeleteSaleInput): Promise<CommandOutcome<{ saleId: string }>>;
};

/** Every command may be repeated with the same id: it then changes nothing and answers as before. */
export function createSalesCommands({
  store,
  floor,
}: {
  store: EventStore;
  floor: SalesFloor;
}): SalesCommands {
  const handle = createCommandHandler(store);

  /**
   * Nothing is read for a new sale: that its stream is new, and that the company still is what it was when
   * somebody last looked, is checked by the append itself. Only for all else (it is not, a refusal, a retry) the
   * company is looked at, and it is decided anew.
   */
  async function recordSale(
    ctx: CommandContext,
    input: RecordSaleInput,
  ): Promise<CommandOutcome<SaleOutcome>> {
    const known = floor.known(ctx.companyId);
    const done = known && (await tryToRecord(ctx, input, known, known.premise));
    if (done?.ok) return done;
    const company = await floor.find(ctx.companyId);
    const campaignName = company.campaign(input.campaignId)?.name ?? null;
    const outcome = await tryToRecord(ctx, input, company);
    // What is refused today may have been done yesterday: a retry gets the former answer either way.
    return outcome.ok ? outcome : ((await formerRecording(ctx, campaignName)) ?? outcome);
  }

  async function tryToRecord(
    ctx: CommandContext,
    { actorIsManager, employeeId, campaignId, entryDate, ...input }: RecordSaleInput,
    company: Floor,
    premise?: Premise,
  ): Promise<CommandOutcome<SaleOutcome>> {
    const terms = company.campaign(campaignId);
    const saleId = saleIdOf(ctx);
    const decision = saleDecider.decide(
      {
        type: 'RecordSale',
        saleId,
        by: actor(ctx, actorIsManager),
        employeeId,
        employeeExists: company.employee(employeeId) !== undefined,
        campaignId,
        terms,
        entryDate,
        input,
      },
      saleDecider.initial,
    );
    if (!decision.ok) return decision;
    const stream = streams.sale(ctx.companyId, saleId);
    const appended = await store.append(stream, newEvents(ctx, decision.events), 'no stream', premise);
    if (appended.outcome === 'conflict' || appended.repeated) return refuse('conflict');
    const state = decision.events.reduce(saleDecider.evolve, saleDecider.initial);
    return {
      ok: true,
      position: appended.position,
      value: { saleId, sale: saleOf(state), campaignName: terms?.name ?? null },
    };
  }

  async function formerRecording(ctx: CommandContext, campaignName: string | null) {
    const saleId = saleIdOf(ctx);
    const [first] = (await store.read(streams.sale(ctx.companyId, saleId), { limit: 1 })).map(decodeEvent);
    if (first?.type !== 'SaleRecorded' || first.metadata.commandId !== ctx.commandId) return null;
    return {
      ok: true as const,
      position: first.position,
      value: { saleId, sale: first.data.sale, campaignName },
    };
  }

  async function editSale(
    ctx: CommandContext,
    { saleId, campaignId, actorIsManager, ...input }: EditSaleInput,
  ): Promise<CommandOutcome<SaleOutcome>> {
    if (!isId(saleId)) return refuse('noSuchSale');
    const company = await floor.find(ctx.companyId);
    const moveTo = campaignId === undefined ? undefined : { campaignId, terms: company.campaign(campaignId) };
    const outcome = await handle(ctx, streams.sale(ctx.companyId, saleId), saleDecider, {
      type: 'EditSale',
      saleId,
      by: actor(ctx, actorIsManager),
      moveTo,
      input,
    });
    return mapOutcome(outcome, (state) => {
      const sale = saleOf(state);
      return { saleId, sale, campaignName: company.campaign(sale.campaignId)?.name ?? null };
    });
  }

  async function deleteSale(ctx: CommandContext, { saleId, entryDate, actorIsManager }: DeleteSaleInput) {
    if (!isId(saleId)) return refuse('noSuchSale');
    const by = actor(ctx, actorIsManager);
    const command = { type: 'DeleteSale', saleId, by, entryDate } as const;
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
