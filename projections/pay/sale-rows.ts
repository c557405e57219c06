import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { localDate } from '#contracts/local-date.ts';
import { importedAs, stillImported } from './imported-sales.ts';
import { changePerson, heldAt, type Need, putSale, type Rows } from './statement-rows.ts';

type Recorded = StoredEvent<'SaleRecorded'>;
type Edited = StoredEvent<'SaleEdited'>;
type Deleted = StoredEvent<'SaleDeleted'>;

export function needRecorded(event: Recorded, need: Need): void {
  const { saleId, sale } = event.data;
  if (sale.status !== 'Closed') return;
  need.sales.fresh(event.metadata.companyId, saleId, sale.employeeId);
  needRules(event, need, sale);
}

export function recorded(event: Recorded, rows: Rows): void {
  const { data, metadata, position, revision } = event;
  const { saleId, sale } = data;
  if (sale.status !== 'Closed') return;
  const { entryDate, commissionCents: dueCents } = sale;
  putSale(rows, {
    ...unpaid(metadata.companyId, saleId, sale),
    ...{ due_cents: dueCents, earned_on: entryDate, pays_on: entryDate },
    ...importedAs(event, rows, undefined, { entryDate, paysOn: entryDate, dueCents }),
    ...{
      is_pending: waits(event, rows, sale),
      sale_revision: revision,
      since: position,
      row_since: position,
    },
  });
}

export function needEdited(event: Edited, need: Need): void {
  const { saleId, before, after } = event.data;
  if (before.status !== 'Closed' && after.status !== 'Closed') return;
  for (const sale of [before, after]) needSale(event, need, saleId, sale);
}

export function edited(event: Edited, rows: Rows): void {
  const { before, after } = event.data;
  if (before.status !== 'Closed' && after.status !== 'Closed') return;
  if (before.employeeId !== after.employeeId) becomes(event, rows, before, null);
  becomes(event, rows, after, before);
}

export function needDeleted(event: Deleted, need: Need): void {
  const { saleId, before } = event.data;
  if (before.status === 'Closed') needSale(event, need, saleId, before);
}

export function deleted(event: Deleted, rows: Rows): void {
  if (event.data.before.status === 'Closed') becomes(event, rows, event.data.before, null);
}

/** Nothing happens when the sale has changed since the manager saw it. */
export function confirmed(event: StoredEvent<'SaleConfirmed'>, rows: Rows): void {
  const { data, metadata, position } = event;
  changePerson(event, rows);
  const row = rows.sales.get(metadata.companyId, data.saleId, data.employeeId);
  if (!row?.is_pending || row.sale_revision !== data.saleRevision) return;
  rows.pastSales.put({ ...row, until: position });
  const imported = stillImported(row, rows.rules.get(metadata.companyId));
  putSale(rows, { ...row, ...imported, is_pending: false, since: position, row_since: position });
}

function needSale(event: Edited | Deleted, need: Need, saleId: string, sale: SaleFacts): void {
  need.sales.row(event.metadata.companyId, saleId, sale.employeeId);
  needRules(event, need, sale);
}

function needRules({ metadata }: StoredEvent, need: Need, { employeeId }: SaleFacts): void {
  need.rules.row(metadata.companyId);
  need.people.row(metadata.companyId, employeeId);
  if (metadata.actorId !== null) need.people.row(metadata.companyId, metadata.actorId);
}

/** What no payment has changed yet. */
function unpaid(companyId: string, saleId: string, { employeeId }: SaleFacts) {
  return {
    ...{ company_id: companyId, sale_id: saleId, employee_id: employeeId },
    ...{ held_cents: 0, paid_cents: 0, waived_cents: 0, counted_cents: 0 },
    ...{ locked_lines: 0, clawback_until: null },
  };
}

/** The sale is `sale` for its person from now on; `before` is null when it is no longer theirs, or deleted. */
function becomes(event: Edited | Deleted, rows: Rows, sale: SaleFacts, before: SaleFacts | null): void {
  const { data, metadata, position, revision } = event;
  const { companyId, at } = metadata;
  const row = rows.sales.get(companyId, data.saleId, sale.employeeId);
  const isClosed = before !== null && sale.status === 'Closed';
  const dueCents = isClosed ? sale.commissionCents : 0;
  const today = localDate(at, rows.people.get(companyId, sale.employeeId)?.time_zone ?? 'UTC');
  const earnedOn = isClosed ? (row?.earned_on ?? today) : null;
  const isSame = (row?.due_cents ?? 0) === dueCents && (row?.earned_on ?? null) === earnedOn;
  const staysThere = before?.campaignId === sale.campaignId;
  const wasPending = row?.is_pending ?? false;
  const isPending = isSame && staysThere ? wasPending : isClosed && waits(event, rows, sale);
  if (isSame && isPending === wasPending) return;
  if (row) rows.pastSales.put({ ...row, until: position });
  const paysOn = row && row.locked_lines > 0 ? today : (earnedOn ?? today);
  const imported = importedAs(event, rows, row, { entryDate: sale.entryDate, paysOn, dueCents });
  const isAdjustment = imported.imported_since !== null && imported.imported_since < position;
  putSale(rows, {
    ...(row ?? unpaid(companyId, data.saleId, sale)),
    ...{ due_cents: dueCents, earned_on: earnedOn, held_cents: row ? heldAt(row, at) : 0 },
    ...{ ...imported, pays_on: isAdjustment ? today : paysOn, since: position, row_since: position },
    ...{ is_pending: isPending, sale_revision: revision },
  });
}

/**
 * Whether a Closed sale waits for a confirmation: an associate's, in a campaign that asks for it. What another person
 * enters or changes as a manager, or imports, is confirmed by that.
 */
function waits(
  event: Recorded | Edited | Deleted,
  rows: Rows,
  { employeeId, campaignId }: SaleFacts,
): boolean {
  const { companyId, actorId, origin } = event.metadata;
  if (origin === 'import' || !verifiedCampaigns(event, rows).includes(campaignId)) return false;
  const isManager = (id: string) => rows.people.get(companyId, id)?.role === 'manager';
  return !isManager(employeeId) && !(actorId !== null && isManager(actorId));
}

export function verifiedCampaigns({ metadata }: StoredEvent, rows: Rows): string[] {
  return JSON.parse(rows.rules.get(metadata.companyId)?.verified_campaigns ?? '[]');
}
