import type * as endpoints from '#contracts/endpoints/claims.endpoints.ts';
import { decodeIfReadable } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import {
  descriptionOf,
  type HistoryEventType,
  isHistoryEvent,
  kindOf,
} from '#contracts/history/history-events.ts';
import { centsToNumber } from '#contracts/money.ts';
import type { ClaimKind } from '#contracts/pay/statement.ts';
import { type EventStore, isOwnEvent, type RecordedEvent } from '#platform/event-store/event-store.port.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { KnownClaim } from '#projections/claims/claims.queries.ts';

export type ListDeps = {
  readonly queries: Pick<Queries, 'claimsOf' | 'salesChangedBehind' | 'saleNames' | 'addedLines' | 'namesOf'>;
  readonly store: Pick<EventStore, 'read' | 'readAt'>;
};

/** Listed changes of a claim. */
const MOST_CHANGES = 10;

/** The claims of a company or of a person, with what changed since. */
export async function claimList(
  { queries, store }: ListDeps,
  companyId: string,
  employeeId: string | null,
): Promise<endpoints.Claim[]> {
  const claims = await queries.claimsOf(companyId, employeeId);
  const people = claims.flatMap((claim) => [claim.employee_id, claim.answered_by ?? '']);
  const names = new Map(
    (await queries.namesOf(companyId, people)).map((one) => [one.id, `${one.first_name} ${one.last_name}`]),
  );
  const ids = claims.flatMap(({ sale_id, line_id }) => sale_id ?? line_id ?? []);
  const sales = await queries.saleNames(companyId, ids);
  const lines = await queries.addedLines(companyId, ids);
  const resolutions = claims.flatMap(({ resolution }) => resolution ?? []).sort((a, b) => a - b);
  const resolving = resolutions.length > 0 ? await store.readAt([...new Set(resolutions)]) : [];
  const titles = new Map(factsIn(resolving, companyId).map((event) => [event.position, titleOf(event)]));
  const changesOf = changesReader({ queries, store });

  const rows: endpoints.Claim[] = [];
  for (const claim of claims) {
    const { resolution } = claim;
    const id = claim.sale_id ?? claim.line_id ?? '';
    rows.push({
      ...{ id: claim.claim_id, employee_id: claim.employee_id, name: names.get(claim.employee_id) ?? '' },
      ...{ kind: claim.kind as ClaimKind, sale_id: claim.sale_id, line_id: claim.line_id },
      ...{
        line: sales.get(id)?.name ?? lines.get(id)?.reason ?? '',
        date: claim.date,
        period: claim.period_from,
      },
      ...{ text: claim.text, opened_at: claim.opened_at, pinned: claim.pinned },
      ...{ seen: dollars(claim.seen_cents), now: dollars(claim.now_cents) },
      ...{ state: claim.is_open ? 'open' : 'answered', answer: claim.answer, answered_at: claim.answered_at },
      answered_by: claim.answered_by === null ? null : (names.get(claim.answered_by) ?? ''),
      resolution: resolution === null ? null : { position: resolution, title: titles.get(resolution) ?? '' },
      changes: claim.is_open ? await changesOf(claim) : [],
      ...{ person_again: claim.person_again, manager_again: claim.manager_again },
    });
  }
  return rows;
}

const dollars = (cents: number | null) => (cents === null ? null : centsToNumber(cents));

/** Reads each stream once for all claims of a list. */
function changesReader({ queries, store }: ListDeps) {
  const known = new Map<string, Promise<readonly RecordedEvent[]>>();
  const read = (stream: string) => {
    const events = known.get(stream) ?? store.read(stream);
    known.set(stream, events);
    return events;
  };

  return async (claim: KnownClaim) => {
    const { company_id: companyId, employee_id: employeeId, sale_id: saleId, date, pinned } = claim;
    const ofDate = { employeeId, date: date ?? '', pinned };
    const sales = date === null ? [] : await queries.salesChangedBehind(companyId, ofDate, MOST_CHANGES);
    const changed = await Promise.all([
      ...(saleId === null ? sales : [saleId]).map((id) => read(streams.sale(companyId, id))),
      ...(date === null ? [] : [read(streams.shift(companyId, employeeId, date))]),
      read(streams.pay(companyId, employeeId)),
    ]);
    return factsIn(changed.flat(), companyId)
      .filter(({ position }) => position > pinned)
      .sort((a, b) => b.position - a.position)
      .slice(0, MOST_CHANGES)
      .map((event) => ({ position: event.position, title: titleOf(event) }));
  };
}

export type Fact = StoredEvent<HistoryEventType>;

const titleOf = (event: Fact) => descriptionOf(event).title;

/** Those that changed what a person is paid for; one that this program cannot read is left out. */
export function factsIn(recorded: readonly RecordedEvent[], companyId: string): Fact[] {
  return recorded.flatMap((event) => {
    if (!isOwnEvent(event, companyId) || !isFact(event.type)) return [];
    const fact = decodeIfReadable(event);
    return fact === null ? [] : [fact as Fact];
  });
}

function isFact(type: string): boolean {
  if (!isHistoryEvent(type)) return false;
  return (
    ['PayLineAdded', 'SaleConfirmed'].includes(type) || kindOf(type) === 'sale' || kindOf(type) === 'shift'
  );
}
