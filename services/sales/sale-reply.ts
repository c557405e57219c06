import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { centsToNumber, formatPrice } from '#contracts/money.ts';
import type { SaleOutcome } from './sales.commands.ts';

/** A sale as the API shows it, from what the command left behind. */
export function saleReply({ saleId, sale, campaignName }: SaleOutcome): Sale {
  return {
    id: saleId,
    sale_name: sale.saleName,
    name: campaignName ?? '',
    customer_number: sale.customerNumber,
    price: formatPrice(sale.priceCents),
    discount: sale.discountPercent,
    commission: centsToNumber(sale.commissionCents),
    tax: sale.taxPercent,
    commission_rate: sale.commissionPercent,
    status: sale.status,
    details: sale.details,
    entry_date: sale.entryDate,
    campaign_id: sale.campaignId,
  };
}
