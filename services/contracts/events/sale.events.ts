import { type Static, Type } from 'typebox';
import { added, changesOf, edited, inCampaign, type Labels, removed } from '../history/description.ts';
import { SaleStatusSchema } from '../sale-status.ts';
import { event } from './event.ts';

/**
 * A sale as it stands after an event. Rates are those of the campaign when the sale was recorded or moved.
 * Events carry the whole state, before and after: a projection needs nothing but the event, and an auditor
 * reads what changed without replaying.
 */
export const SaleFacts = Type.Object({
  employeeId: Type.String(),
  campaignId: Type.String(),
  /** Local date of the employee, yyyy-mm-dd. */
  entryDate: Type.String(),
  saleName: Type.String(),
  customerNumber: Type.String(),
  details: Type.String(),
  status: SaleStatusSchema,
  priceCents: Type.Integer(),
  discountPercent: Type.Number(),
  taxPercent: Type.Number(),
  commissionPercent: Type.Number(),
  /** What the sale earns or would earn; counts only while the status is Closed. */
  commissionCents: Type.Integer(),
});
export type SaleFacts = Static<typeof SaleFacts>;

const labels: Labels<SaleFacts> = {
  saleName: ['Sale', 'text'],
  status: ['Status', 'status'],
  priceCents: ['Price', 'money'],
  discountPercent: ['Discount', 'percent'],
  commissionCents: ['Commission', 'money'],
  campaignId: ['Campaign', 'campaign'],
  commissionPercent: ['Commission rate', 'percent'],
  taxPercent: ['Tax', 'percent'],
  customerNumber: ['Customer number', 'text'],
  details: ['Details', 'text'],
  entryDate: ['Date', 'date'],
  employeeId: ['Sold by', 'person'],
};

const offline: Labels<{ madeAt: string }> = { madeAt: ['Made without a network', 'moment'] };

const personal = ['saleName', 'customerNumber', 'details'];
const saleId = Type.String();

export const saleEvents = {
  SaleRecorded: event({
    data: Type.Object({
      saleId,
      sale: SaleFacts,
      /** When the person made it, if it then waited for a network: UTC ISO-8601, by the clock of their device. */
      madeAt: Type.Optional(Type.String()),
    }),
    personal: { within: { sale: personal } },
    history: {
      kind: 'sale',
      subject: ({ saleId, sale }) => inCampaign(saleId, sale.employeeId, sale),
      describe: ({ sale, madeAt }) =>
        added('Sale recorded', sale.saleName, [
          ...changesOf(labels, null, sale),
          ...(madeAt === undefined ? [] : changesOf(offline, null, { madeAt })),
        ]),
    },
  }),
  SaleEdited: event({
    data: Type.Object({ saleId, before: SaleFacts, after: SaleFacts }),
    personal: { within: { before: personal, after: personal } },
    history: {
      kind: 'sale',
      subject: ({ saleId, before, after }) => inCampaign(saleId, after.employeeId, after, before),
      describe: ({ before, after }) =>
        edited('Sale edited', after.saleName, changesOf(labels, before, after)),
    },
  }),
  SaleDeleted: event({
    data: Type.Object({ saleId, before: SaleFacts }),
    personal: { within: { before: personal } },
    history: {
      kind: 'sale',
      subject: ({ saleId, before }) => inCampaign(saleId, before.employeeId, before),
      describe: ({ before }) => removed('Sale deleted', before.saleName, changesOf(labels, before, null)),
    },
  }),
} as const;
