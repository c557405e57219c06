import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { localDate } from '#contracts/local-date.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import type { DayEvent, NamedCampaign, NamedPerson } from './board-steps.ts';
import type { CampaignVersion, PersonVersion, SaleVersion, ShiftVersion } from './day-versions.queries.ts';

export type Happened = { readonly position: number } & (
  | { readonly event: DayEvent }
  | { readonly named: NamedPerson | NamedCampaign }
);
/** The type of the event at a position. */
type Places = ReadonlyMap<number, { readonly type: string }>;

/** A day that no board is of: where a sale was before it came, or goes to. */
const ELSEWHERE = '';

/** The events that made and ended the versions of the sales of one day, as that day saw them. */
export function saleEvents(versions: readonly SaleVersion[], places: Places): Happened[] {
  const made = new Map(versions.map((version) => [version.since, version]));
  const ended = new Map(versions.flatMap((each) => (each.until === null ? [] : [[each.until, each]])));
  return [...new Set([...made.keys(), ...ended.keys()])].map((position): Happened => {
    const [before, after] = [ended.get(position), made.get(position)];
    const saleId = (after ?? before)?.sale_id ?? '';
    if (after && after.recorded_position === position)
      return { position, event: { type: 'SaleRecorded', data: { saleId, sale: factsOf(after) } } };
    if (before && !after && places.get(position)?.type === 'SaleDeleted')
      return { position, event: { type: 'SaleDeleted', data: { saleId, before: factsOf(before) } } };
    const here = (after ?? before) as SaleVersion;
    const there = { ...factsOf(here), entryDate: ELSEWHERE };
    const data = {
      saleId,
      before: before ? factsOf(before) : there,
      after: after ? factsOf(after) : there,
    };
    return { position, event: { type: 'SaleEdited', data } };
  });
}

/** Names and what customers said are of no interest to a board. */
function factsOf(version: SaleVersion): SaleFacts {
  return {
    employeeId: version.employee_id,
    campaignId: version.campaign_id,
    entryDate: version.entry_date,
    saleName: '',
    customerNumber: '',
    details: '',
    status: version.status as SaleStatus,
    priceCents: version.price_cents,
    discountPercent: version.discount_percent,
    taxPercent: version.tax_percent,
    commissionPercent: version.commission_percent,
    commissionCents: version.commission_cents,
  };
}

/** The events that made the versions of the shifts of one day. */
export function shiftEvents(versions: readonly ShiftVersion[], places: Places): Happened[] {
  return versions.map((version) => ({
    position: version.since,
    event: shiftEvent(version, places.get(version.since)?.type),
  }));
}

function shiftEvent(version: ShiftVersion, type: string | undefined): DayEvent {
  const { employee_id: employeeId, login_date: loginDate, time_zone: timeZone } = version;
  const shift = { employeeId, loginDate };
  switch (type) {
    case 'ShiftEnded': {
      const endedAt = version.ended_at ?? version.started_at;
      // Midnight is the first instant of the next date.
      const reason = localDate(endedAt, timeZone) > loginDate ? 'midnight' : 'logout';
      return { type, data: { ...shift, endedAt, reason } };
    }
    case 'ShiftResumed':
      return { type, data: { ...shift, resumedAt: version.started_at, timeZone } };
    case 'ShiftDurationSet':
      return { type, data: { ...shift, before: null, after: version.set_duration ?? 0 } };
    default: {
      const { shift_id: shiftId, started_at: startedAt, set_duration: setDuration } = version;
      return { type: 'ShiftStarted', data: { ...shift, shiftId, timeZone, startedAt, setDuration } };
    }
  }
}

/** What people and campaigns were called, from when on. */
export function namesAt(people: readonly PersonVersion[], campaigns: readonly CampaignVersion[]): Happened[] {
  return [
    ...people.map(({ since, employee_id: employeeId, first_name, last_name, campaign_id }): Happened => {
      const name = { firstName: first_name, lastName: last_name };
      return { position: since, named: { kind: 'person', employeeId, ...name, campaignId: campaign_id } };
    }),
    ...campaigns.map(({ since, campaign_id: campaignId, name }): Happened => {
      return { position: since, named: { kind: 'campaign', campaignId, name } };
    }),
  ];
}
