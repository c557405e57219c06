import { commissionCents } from '#contracts/commission.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { Decider, Decision } from '#platform/commands/command.ts';
import { accept, isSame, refuse } from '#platform/commands/decision.ts';
import { readSaleFields, type SaleFields, type SaleInput } from './sale-fields.ts';
import type { CampaignTerms } from './sales-floor.port.ts';

export type SaleEvent = DomainEvent<'SaleRecorded' | 'SaleEdited' | 'SaleDeleted'>;

export type SaleState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'recorded'; readonly sale: SaleFacts }
  | { readonly kind: 'deleted'; readonly sale: SaleFacts };

/** Who asks. A null employee is the program itself: an import or a job. */
export type Actor = { readonly employeeId: string | null; readonly isManager: boolean };

export type RecordSale = {
  readonly type: 'RecordSale';
  readonly saleId: string;
  readonly by: Actor;
  readonly employeeId: string;
  readonly employeeExists: boolean;
  readonly campaignId: string;
  readonly terms: CampaignTerms | undefined;
  /** Local date of the employee, yyyy-mm-dd. */
  readonly entryDate: string;
  readonly input: SaleInput;
};

export type EditSale = {
  readonly type: 'EditSale';
  readonly saleId: string;
  readonly by: Actor;
  /** The campaign the sale is to belong to; absent when it stays. */
  readonly moveTo?: { readonly campaignId: string; readonly terms: CampaignTerms | undefined } | undefined;
  readonly input: SaleInput;
};

export type DeleteSale = {
  readonly type: 'DeleteSale';
  readonly saleId: string;
  readonly by: Actor;
  /** The date of the sale that is meant, as who asks has it; undefined when he does not say. */
  readonly entryDate?: string | undefined;
};

export type SaleCommand = RecordSale | EditSale | DeleteSale;

const BLANK: SaleFields = {
  saleName: '',
  priceCents: 0,
  discountPercent: 0,
  customerNumber: '',
  details: '',
  status: 'Lead',
};

export const saleDecider: Decider<SaleState, SaleCommand, SaleEvent> = {
  initial: { kind: 'unknown' },

  evolve: (_state, event) => {
    switch (event.type) {
      case 'SaleRecorded':
        return { kind: 'recorded', sale: event.data.sale };
      case 'SaleEdited':
        return { kind: 'recorded', sale: event.data.after };
      case 'SaleDeleted':
        return { kind: 'deleted', sale: event.data.before };
    }
  },

  decide: (command, state) => {
    if (command.type === 'RecordSale') return state.kind === 'unknown' ? record(command) : refuse('conflict');
    if (state.kind !== 'recorded') return refuse('noSuchSale');
    // Whether a colleague's sale exists is nobody's business either.
    if (!mayTouch(command.by, state.sale.employeeId)) return refuse('noSuchSale');
    return command.type === 'EditSale' ? edit(command, state.sale) : remove(command, state.sale);
  },
};

/** Own sales, or anybody's for a manager and for the program itself. */
function mayTouch(by: Actor, ownerId: string): boolean {
  return by.employeeId === null || by.isManager || by.employeeId === ownerId;
}

function record(command: RecordSale): Decision<SaleEvent> {
  if (!mayTouch(command.by, command.employeeId)) return refuse('restricted');
  if (command.input.name === undefined || command.campaignId === '') return refuse('incompleteFields');
  // A form that leaves the status empty says as little as one that leaves it out.
  const input = command.input.status === '' ? { ...command.input, status: undefined } : command.input;
  const fields = readSaleFields(input, BLANK);
  if (isRefusal(fields)) return refuse(fields);
  if (!command.employeeExists) return refuse('noSuchEmployee');
  if (!command.terms) return refuse('noSuchCampaign');
  if (!isLocalDate(command.entryDate)) return refuse('invalidDate');
  const { saleId, employeeId, campaignId, entryDate } = command;
  const sale = priced({ ...fields, employeeId, campaignId, entryDate }, command.terms);
  return accept({ type: 'SaleRecorded', data: { saleId, sale } });
}

function edit(command: EditSale, before: SaleFacts): Decision<SaleEvent> {
  if (!command.input.status?.trim()) return refuse('statusRequired');
  const fields = readSaleFields(command.input, before);
  if (isRefusal(fields)) return refuse(fields);

  const { moveTo } = command;
  const moves = moveTo !== undefined && moveTo.campaignId !== before.campaignId;
  if (moves && moveTo.campaignId === '') return refuse('incompleteFields');
  if (moves && !moveTo.terms) return refuse('noSuchCampaign');
  // Rates change with the campaign and only with it: editing a campaign never changes old sales.
  const after = priced(
    { ...before, ...fields, campaignId: moves ? moveTo.campaignId : before.campaignId },
    (moves && moveTo.terms) || before,
  );
  if (isSame(before, after)) return accept();
  return accept({ type: 'SaleEdited', data: { saleId: command.saleId, before, after } });
}

/** An entry date never changes, so another one is that of another sale, and a deletion cannot be taken back. */
function remove({ saleId, entryDate }: DeleteSale, before: SaleFacts): Decision<SaleEvent> {
  if (entryDate !== undefined && !isLocalDate(entryDate)) return refuse('invalidDate');
  if (entryDate !== undefined && entryDate !== before.entryDate) return refuse('noSuchSale');
  return accept({ type: 'SaleDeleted', data: { saleId, before } });
}

type Unpriced = Omit<SaleFacts, 'taxPercent' | 'commissionPercent' | 'commissionCents'>;

function priced(
  sale: Unpriced,
  { taxPercent, commissionPercent }: Pick<SaleFacts, 'taxPercent' | 'commissionPercent'>,
): SaleFacts {
  const terms = { ...sale, taxPercent, commissionPercent };
  return { ...terms, commissionCents: commissionCents(terms) };
}

function isRefusal(fields: SaleFields | MessageCode): fields is MessageCode {
  return typeof fields === 'string';
}
