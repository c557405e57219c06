import type { StoredEvent } from '#contracts/events/vocabulary.ts';

/**
 * By the events alone, when all that counts as paid is counted: the ids of the sales that wait for a manager at the end,
 * and the lines that paid more of a sale while it waited. A sale waits from the moment at which an associate closes it, or changes its commission, in a campaign
 * that asks for a manager; until one confirms that revision, changes it, or it is not Closed any more.
 */
export function waitsBy(events: readonly StoredEvent[], managers: readonly string[]) {
  const asking = new Set<string>();
  const waits = new Map<string, number>();
  const due = new Map<string, number>();
  const paid = new Map<string, number>();
  /** The sales that waited at each position so far. */
  const waitedAt: { readonly position: number; readonly ids: ReadonlySet<string> }[] = [];
  const wrongly: string[] = [];
  for (const { type, data, metadata, revision, position } of events) {
    if (type === 'SalesVerificationSet') asking[data.after ? 'add' : 'delete'](data.campaignId);
    if (type === 'SaleConfirmed' && waits.get(data.saleId) === data.saleRevision) waits.delete(data.saleId);
    if (type === 'SaleRecorded' || type === 'SaleEdited' || type === 'SaleDeleted') {
      const before = type === 'SaleRecorded' ? null : data.before;
      const after = type === 'SaleRecorded' ? data.sale : type === 'SaleEdited' ? data.after : null;
      const isNew = after?.status === 'Closed' && before?.status !== 'Closed';
      const isOther =
        after?.commissionCents !== before?.commissionCents || after?.campaignId !== before?.campaignId;
      due.set(data.saleId, after?.status === 'Closed' ? after.commissionCents : 0);
      if (after?.status !== 'Closed') waits.delete(data.saleId);
      else if (isNew || isOther) {
        const isAsked = asking.has(after.campaignId) && !managers.includes(metadata.actorId ?? '');
        if (isAsked) waits.set(data.saleId, revision);
        else waits.delete(data.saleId);
      }
    }
    if (type === 'StatementLocked')
      for (const { kind, id, cents } of data.lines) {
        if (kind !== 'earned' && kind !== 'adjustment') continue;
        const then = waitedAt.findLast((each) => each.position <= data.through);
        if (cents > 0 && !data.isImported && then?.ids.has(id)) wrongly.push(id);
        paid.set(id, (paid.get(id) ?? 0) + cents);
      }
    waitedAt.push({ position, ids: new Set(waits.keys()) });
  }
  const more = [...waits.keys()].filter((id) => (due.get(id) ?? 0) > (paid.get(id) ?? 0));
  return { waiting: more, paid: wrongly };
}
