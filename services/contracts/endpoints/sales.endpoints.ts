import { type Static, Type } from 'typebox';
import { SaleStatusSchema } from '../sale-status.ts';
import { endpoint } from './endpoint.ts';
import {
  DateText,
  done,
  Id,
  LongText,
  listOf,
  NumberOrText,
  pageFields,
  SalesPerHour,
  ShortText,
} from './fields.ts';

export const Sale = Type.Object({
  id: Type.String(),
  sale_name: Type.String(),
  name: Type.String({ description: "the campaign's name" }),
  customer_number: Type.String(),
  price: Type.String({ description: 'with currency prefix, `$1234.50`' }),
  discount: Type.Number({ description: 'percent' }),
  commission: Type.Number({ description: 'dollars; counts only while the status is Closed' }),
  tax: Type.Number({ description: 'percent' }),
  commission_rate: Type.Number({
    description: 'percent; like the tax that of the campaign when the sale came to it',
  }),
  status: SaleStatusSchema,
  details: Type.String(),
  entry_date: Type.String(),
  campaign_id: Type.String(),
});
export type Sale = Static<typeof Sale>;

/** Any status may follow any other. The handler parses it, so that a wrong status gets its own message. */
const StatusText = Type.String({
  description: '`Lead`, `Negotiating`, `Closed` or `None`, spelled so',
});

const tag = 'Sales';

export const addSale = endpoint({
  method: 'POST',
  path: '/sales/addsale',
  summary: 'Record a sale; commission, rate and tax are computed here, not taken from the request',
  tag,
  // Not in the body: a sale that is sent again because its answer was lost is the same request.
  query: Type.Object({
    madeAt: Type.Optional(
      Type.String({
        description:
          'when the sale was made, UTC ISO-8601, if it had to wait for a network: at most seven days ago, not in the ' +
          'future. The sale then has the local date of that moment',
      }),
    ),
  }),
  body: Type.Object({
    name: ShortText,
    campaignId: Id,
    price: Type.Optional(NumberOrText),
    customerNumber: Type.Optional(ShortText),
    discount: Type.Optional(NumberOrText),
    details: Type.Optional(LongText),
    status: Type.Optional(StatusText),
    employeeId: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(Sale) }),
  onInvalidInput: 'incompleteFields',
  refusals: [
    'invalidDate',
    'invalidPrice',
    'invalidPercent',
    'invalidStatus',
    'restricted',
    'noSuchEmployee',
    'noSuchCampaign',
  ],
});

/** Narrows a list of sales; each part is optional. */
const saleFilter = {
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'a part of the name, the customer number or the campaign, in any case',
    }),
  ),
  status: Type.Optional(StatusText),
  campaignId: Type.Optional(Id),
};

const period = { from: Type.Optional(DateText), to: Type.Optional(DateText) };

/** The columns of a list of sales. */
export const SALE_SORTS = ['date', 'name', 'campaign', 'customer', 'price', 'commission', 'status'] as const;
export type SaleSort = (typeof SALE_SORTS)[number];

const sorting = {
  sort: Type.Optional(
    Type.String({
      pattern: `^-?(${SALE_SORTS.join('|')})$`,
      description:
        `\`${SALE_SORTS.join('`, `')}\`, descending with a \`-\` before it; newest first without it. Equal sales ` +
        'are newest first, empty texts last. A cursor continues the list in the same order only',
    }),
  ),
};

const SaleList = Type.Object({
  ...listOf(Sale).properties,
  commission: Type.Optional(
    Type.Number({
      description: 'dollars, from the Closed sales of all pages; absent in a reply to a `cursor`',
    }),
  ),
});

export const getAllSales = endpoint({
  method: 'GET',
  path: '/sales/getsales/all',
  summary:
    "The caller's own sales, newest first; those of any employee of the company for a manager who names him. May be " +
    'narrowed to a text, a status, a campaign, and local dates `from` and `to`, both inclusive',
  tag,
  asOf: true,
  query: Type.Object({ employeeId: Type.Optional(Id), ...saleFilter, ...period, ...sorting, ...pageFields }),
  reply: SaleList,
  onInvalidInput: 'failedFetch',
  refusals: ['invalidStatus', 'invalidDate', 'restricted', 'noSuchEmployee', 'invalidCursor'],
});

export const SaleOfEmployee = Type.Object({
  ...Sale.properties,
  employee_id: Type.String({ description: 'whose sale it is' }),
});
export type SaleOfEmployee = Static<typeof SaleOfEmployee>;

export const getSale = endpoint({
  method: 'GET',
  path: '/sales/getsale/{id}',
  summary: 'One sale of the caller, or for a manager of any employee of the company',
  tag,
  asOf: true,
  params: Type.Object({ id: Id }),
  reply: Type.Object({ requestedData: Type.Array(SaleOfEmployee) }),
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchSale'],
});

export const getSalesOfDate = endpoint({
  method: 'GET',
  path: '/sales/getsales/{date}',
  summary:
    "The caller's own sales of one local date, newest first; any employee's for a manager who names him. May be " +
    'narrowed to a text, a status and a campaign',
  tag,
  asOf: true,
  params: Type.Object({ date: DateText }),
  query: Type.Object({ employeeId: Type.Optional(Id), ...saleFilter, ...sorting, ...pageFields }),
  reply: SaleList,
  onInvalidInput: 'failedFetch',
  refusals: ['invalidStatus', 'invalidDate', 'restricted', 'noSuchEmployee', 'invalidCursor'],
});

export const updateSalesPerHour = endpoint({
  method: 'PATCH',
  path: '/sales/update/salesperhour',
  summary:
    "The caller's sales per hour as of now, refreshed on every screen that shows it. Starts the shift of today where " +
    'the caller stayed signed in over midnight',
  tag,
  waitsLikeRead: true,
  reply: Type.Object({ success: Type.Boolean(), salesPerHour: SalesPerHour }),
  onInvalidInput: 'malformed',
});

export const getCommission = endpoint({
  method: 'GET',
  path: '/sales/get-commission/{id}',
  summary:
    'Total commission of an employee from Closed sales, in dollars; all time unless narrowed to a `date` or to ' +
    '`from` and `to`, both inclusive; a range that ends before it begins holds nothing',
  tag,
  asOf: true,
  params: Type.Object({ id: Id }),
  query: Type.Object({
    date: Type.Optional(DateText),
    from: Type.Optional(DateText),
    to: Type.Optional(DateText),
  }),
  reply: Type.Object({ commission: Type.Number() }),
  onInvalidInput: 'failedFetch',
  refusals: ['invalidDate', 'noSuchEmployee'],
});

export const editSale = endpoint({
  method: 'PATCH',
  path: '/sales/editsale/{id}',
  summary:
    'Edit an own sale, or as a manager a sale of any employee of the company; what is not sent stays, the status must ' +
    'be sent. Another campaign brings its present tax and commission rate, the same one keeps those recorded',
  tag,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    name: Type.Optional(ShortText),
    campaignId: Type.Optional(Type.String({ maxLength: 64 })),
    price: Type.Optional(NumberOrText),
    customerNumber: Type.Optional(ShortText),
    discount: Type.Optional(NumberOrText),
    details: Type.Optional(LongText),
    status: Type.Optional(StatusText),
  }),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(Sale) }),
  onInvalidInput: 'failedEdit',
  refusals: [
    'statusRequired',
    'incompleteFields',
    'invalidPrice',
    'invalidPercent',
    'invalidStatus',
    'noSuchCampaign',
    'noSuchSale',
  ],
});

export const deleteSale = endpoint({
  method: 'DELETE',
  path: '/sales/delete/{id}',
  summary:
    'Delete an own sale, or as a manager a sale of any employee of the company; its part in every figure goes with ' +
    'it. The body is optional: `entryDate` guards against deleting another sale than the one meant, so one that is ' +
    "not the sale's is refused as an unknown sale",
  tag,
  params: Type.Object({ id: Id }),
  body: Type.Optional(
    Type.Object({
      entryDate: Type.Optional(Type.String({ description: "yyyy-mm-dd, the sale's own" })),
    }),
  ),
  reply: done,
  onInvalidInput: 'couldNotDeleteSale',
  refusals: ['invalidDate', 'noSuchSale'],
});
