import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';

type SaleEvent = StoredEvent<'SaleRecorded' | 'SaleEdited' | 'SaleDeleted'>;

/**
 * The three sale events for a read model with figures per employee and local day. `need` asks for the row of
 * a sale's day, `count` adds the sale to it (`times` 1) or takes it away again (`times` -1); an edit takes
 * away what was and adds what is, so a sale may move to another day, employee, campaign or status.
 */
export function saleDays<Need, Rows>(
  need: (need: Need, companyId: string, sale: SaleFacts) => void,
  count: (rows: Rows, companyId: string, sale: SaleFacts, times: 1 | -1) => void,
) {
  return {
    SaleRecorded: {
      needs: ({ data, metadata }: StoredEvent<'SaleRecorded'>, wanted: Need) =>
        need(wanted, metadata.companyId, data.sale),
      apply: ({ data, metadata }: StoredEvent<'SaleRecorded'>, rows: Rows) =>
        count(rows, metadata.companyId, data.sale, 1),
    },
    SaleEdited: {
      needs({ data, metadata }: StoredEvent<'SaleEdited'>, wanted: Need) {
        need(wanted, metadata.companyId, data.before);
        need(wanted, metadata.companyId, data.after);
      },
      apply({ data, metadata }: StoredEvent<'SaleEdited'>, rows: Rows) {
        count(rows, metadata.companyId, data.before, -1);
        count(rows, metadata.companyId, data.after, 1);
      },
    },
    SaleDeleted: {
      needs: ({ data, metadata }: StoredEvent<'SaleDeleted'>, wanted: Need) =>
        need(wanted, metadata.companyId, data.before),
      apply: ({ data, metadata }: StoredEvent<'SaleDeleted'>, rows: Rows) =>
        count(rows, metadata.companyId, data.before, -1),
    },
  } satisfies { [Type in SaleEvent['type']]: unknown };
}

export function isClosed(sale: SaleFacts): boolean {
  return sale.status === 'Closed';
}
