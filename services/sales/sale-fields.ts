import { DETAILS_MAX } from '#contracts/endpoints/fields.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { parsePercent, parsePrice } from '#contracts/money.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { SALE_STATUSES } from '#contracts/sale-status.ts';
import { cutText, isCleanText, readShortText } from '#contracts/text.ts';

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

export type SaleFields = Pick<
  SaleFacts,
  'saleName' | 'priceCents' | 'discountPercent' | 'customerNumber' | 'details' | 'status'
>;

type Read<Field extends keyof SaleFields> = (text: string) => SaleFields[Field] | null;

const readPrice: Read<'priceCents'> = (text) => (text === '' ? 0 : parsePrice(text));
const readDiscount: Read<'discountPercent'> = (text) => (text === '' ? 0 : parsePercent(text));
const readStatus: Read<'status'> = (text) => SALE_STATUSES.find((each) => each === text) ?? null;
const readDetails: Read<'details'> = (text) =>
  isCleanText(text, { lines: true }) ? cutText(text, DETAILS_MAX) : null;

/**
 * The fields of `input` over those of `former`; absent fields stay. Text is trimmed; an emptied price or discount
 * is 0. Details are cut to 255 characters; any other invalid value is rejected with its code.
 */
export function readSaleFields(input: SaleInput, former: SaleFields): Result<SaleFields> {
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

  if (saleName === '') return rejected('incompleteFields');
  if (saleName === null || customerNumber === null || details === null) return rejected('invalidText');
  if (priceCents === null) return rejected('invalidPrice');
  if (discountPercent === null) return rejected('invalidPercent');
  if (status === null) return rejected('invalidStatus');
  return accepted({ saleName, customerNumber, details, priceCents, discountPercent, status });
}
