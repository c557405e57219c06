import { commissionCents } from '#contracts/commission.ts';
import { DETAILS_MAX } from '#contracts/endpoints/fields.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import { parsePercent, parsePrice } from '#contracts/money.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { readSaleStatus } from '#contracts/sale-status.ts';
import { cutText, isCleanText, readShortText } from '#contracts/text.ts';
import { type Decider, type Decision, isSame } from '#platform/commands/command.ts';

/** The rates that a sale takes from its campaign when it is recorded or moved. */
export type CampaignTerms = {
  readonly name: string;
  readonly commissionPercent: number;
  readonly taxPercent: number;
};

export type SaleEvent = DomainEvent<'SaleRecorded' | 'SaleEdited' | 'SaleDeleted'>;

export type SaleState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'recorded'; readonly sale: SaleFacts }
  | { readonly kind: 'deleted'; readonly sale: SaleFacts };

/** The caller of a command. A null employee is the program itself: an import or a job. */
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
  /** When it was made, if it then waited for a network. */
  readonly madeAt?: string | undefined;
  readonly input: SaleInput;
};

export type EditSale = {
  readonly type: 'EditSale';
  readonly saleId: string;
  readonly by: Actor;
  /** The campaign to move the sale to; absent when it stays. */
  readonly moveTo?: { readonly campaignId: string; readonly terms: CampaignTerms | undefined } | undefined;
  readonly input: SaleInput;
};

export type DeleteSale = {
  readonly type: 'DeleteSale';
  readonly saleId: string;
  readonly by: Actor;
  /** The date of the sale as the caller knows it; undefined when the caller sends none. */
  readonly entryDate?: string | undefined;
  /** The sale as the caller knows it; undefined: delete it however it is. */
  readonly onlyIf?: SaleFacts | undefined;
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
  fold: {
    empty: () => ({ kind: 'unknown' }),
    on: {
      SaleRecorded: (_, { data }) => ({ kind: 'recorded', sale: data.sale }),
      SaleEdited: (_, { data }) => ({ kind: 'recorded', sale: data.after }),
      SaleDeleted: (_, { data }) => ({ kind: 'deleted', sale: data.before }),
    },
  },

  outcome: (state) => state,

  decide: (command, state) => {
    if (command.type === 'RecordSale')
      return state.kind === 'unknown' ? record(command) : rejected('conflict');
    if (state.kind !== 'recorded') return rejected('noSuchSale');
    // The answer must not reveal whether a colleague's sale exists.
    if (!mayTouch(command.by, state.sale.employeeId)) return rejected('noSuchSale');
    return command.type === 'EditSale' ? edit(command, state.sale) : remove(command, state.sale);
  },
};

/** Associates may touch their own sales, managers and the program all of them. */
function mayTouch(by: Actor, ownerId: string): boolean {
  return by.employeeId === null || by.isManager || by.employeeId === ownerId;
}

function record(command: RecordSale): Decision<SaleEvent> {
  if (!mayTouch(command.by, command.employeeId)) return rejected('restricted');
  if (command.campaignId === '') return rejected('incompleteFields');
  // An empty status counts as missing.
  const input = command.input.status === '' ? { ...command.input, status: undefined } : command.input;
  const fields = readSaleFields(input, BLANK);
  if (!fields.ok) return fields;
  if (!command.employeeExists) return rejected('noSuchEmployee');
  if (!command.terms) return rejected('noSuchCampaign');
  if (!isLocalDate(command.entryDate)) return rejected('invalidDate');
  const { saleId, employeeId, campaignId, entryDate, madeAt } = command;
  const sale = priced({ ...fields.value, employeeId, campaignId, entryDate }, command.terms);
  return accepted([
    { type: 'SaleRecorded', data: { saleId, sale, ...(madeAt !== undefined && { madeAt }) } },
  ]);
}

function edit(command: EditSale, before: SaleFacts): Decision<SaleEvent> {
  if (!command.input.status?.trim()) return rejected('statusRequired');
  const fields = readSaleFields(command.input, before);
  if (!fields.ok) return fields;

  const { moveTo } = command;
  const moves = moveTo !== undefined && moveTo.campaignId !== before.campaignId;
  if (moves && moveTo.campaignId === '') return rejected('incompleteFields');
  if (moves && !moveTo.terms) return rejected('noSuchCampaign');
  // Only a move to another campaign changes the rates; editing a campaign never changes old sales.
  const after = priced(
    { ...before, ...fields.value, campaignId: moves ? moveTo.campaignId : before.campaignId },
    (moves && moveTo.terms) || before,
  );
  if (isSame(before, after)) return accepted([]);
  return accepted([{ type: 'SaleEdited', data: { saleId: command.saleId, before, after } }]);
}

/** An entry date never changes, so a different date means a different sale. A deletion cannot be undone. */
function remove({ saleId, entryDate, onlyIf }: DeleteSale, before: SaleFacts): Decision<SaleEvent> {
  if (onlyIf && !isSame(before, onlyIf)) return rejected('conflict');
  if (entryDate !== undefined && !isLocalDate(entryDate)) return rejected('invalidDate');
  if (entryDate !== undefined && entryDate !== before.entryDate) return rejected('noSuchSale');
  return accepted([{ type: 'SaleDeleted', data: { saleId, before } }]);
}

type Unpriced = Omit<SaleFacts, 'taxPercent' | 'commissionPercent' | 'commissionCents'>;

function priced(
  sale: Unpriced,
  { taxPercent, commissionPercent }: Pick<SaleFacts, 'taxPercent' | 'commissionPercent'>,
): SaleFacts {
  const terms = { ...sale, taxPercent, commissionPercent };
  return { ...terms, commissionCents: commissionCents(terms) };
}

/** The fields of a sale as a form, a program or the import sends them; an absent field stays as it is. */
export type SaleInput = {
  readonly name?: string | undefined;
  /** Dollars as text or number: `1234.5`, `$1234.50`. */
  readonly price?: string | number | undefined;
  readonly discount?: string | number | undefined;
  readonly customerNumber?: string | undefined;
  readonly details?: string | undefined;
  readonly status?: string | undefined;
};

type SaleFields = Pick<
  SaleFacts,
  'saleName' | 'priceCents' | 'discountPercent' | 'customerNumber' | 'details' | 'status'
>;

type Read<Field extends keyof SaleFields> = (text: string) => SaleFields[Field] | null;

const readPrice: Read<'priceCents'> = (text) => (text === '' ? 0 : parsePrice(text));
const readDiscount: Read<'discountPercent'> = (text) => (text === '' ? 0 : parsePercent(text));
const readStatus: Read<'status'> = readSaleStatus;
const readDetails: Read<'details'> = (text) =>
  isCleanText(text, { lines: true }) ? cutText(text, DETAILS_MAX) : null;

/**
 * The fields of `input` over those of `former`; absent fields stay. Text is trimmed; an emptied discount is 0. A price
 * cannot be emptied, and a sale that becomes Closed needs one, which may be 0. Details are cut to 255 characters; any
 * other invalid value is rejected with its code.
 */
function readSaleFields(input: SaleInput, former: SaleFields): Result<SaleFields> {
  const said = <Value>(
    raw: string | number | undefined,
    value: Value,
    read: (text: string) => Value | null,
  ) => (raw === undefined ? value : read(String(raw).trim()));

  const saleName = said(input.name, former.saleName, readShortText);
  const customerNumber = said(input.customerNumber, former.customerNumber, readShortText);
  const details = said(input.details, former.details, readDetails);
  const priceCents = said(input.price, former.priceCents, readPrice);
  const discountPercent = said(input.discount, former.discountPercent, readDiscount);
  const status = said(input.status, former.status, readStatus);

  const pricesNothing = input.price === undefined || String(input.price).trim() === '';
  const becomesClosed = status === 'Closed' && former.status !== 'Closed';
  const isEmptied = pricesNothing && input.price !== undefined && former.priceCents > 0;
  const lacksPrice = isEmptied || (becomesClosed && pricesNothing && former.priceCents === 0);
  if (saleName === '' || lacksPrice) return rejected('incompleteFields');
  if (saleName === null || customerNumber === null || details === null) return rejected('invalidText');
  if (priceCents === null) return rejected('invalidPrice');
  if (discountPercent === null) return rejected('invalidPercent');
  if (status === null) return rejected('invalidStatus');
  return accepted({ saleName, customerNumber, details, priceCents, discountPercent, status });
}
