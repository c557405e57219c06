import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';

/** (1,234.50 − 13% − 5%) × 12% is 121.4748. */
export function aSale(changed: Partial<Sale> = {}): Sale {
  return {
    id: 's1',
    sale_name: 'Roof',
    name: 'Solar',
    customer_number: 'C-7',
    price: '$1234.50',
    discount: 5,
    commission: 121.47,
    tax: 13,
    commission_rate: 12,
    status: 'Negotiating',
    details: 'by phone',
    entry_date: '2026-03-02',
    campaign_id: 'solar',
    ...changed,
  };
}
