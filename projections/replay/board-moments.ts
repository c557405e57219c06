import type { Replay, ReplayCard, ReplayKind, ReplayMoment } from '#contracts/endpoints/replay.endpoints.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { centsToNumber } from '#contracts/money.ts';
import { employeeDays } from '../employee-days/employee-days.projector.ts';
import type { employeeDaysTable } from '../employee-days/employee-days.table.ts';
import type { Handler, RowsOf } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';

/** The events that a board is made from: those that change the days of employees. */
export type DayEvent = StoredEvent<keyof typeof employeeDays.on>;

/** The name of a person from an event on, and their campaign. */
export type NamedPerson = {
  readonly kind: 'person';
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly campaignId: string | null;
};
export type NamedCampaign = { readonly kind: 'campaign'; readonly campaignId: string; readonly name: string };

/** What may have changed a board: at which position of the log, and at which instant (UTC ISO-8601) that counts. */
export type BoardStep = { readonly position: number; readonly at: string } & (
  | { readonly event: DayEvent }
  | { readonly named: NamedPerson | NamedCampaign }
);

type Row = RowOf<typeof employeeDaysTable>;
type Tables = typeof employeeDays.tables;
type Shown = { readonly row: ReplayMoment['rows'][number]; readonly key: string };

/**
 * The moments at which the board of that day changed, by the projector that makes the board. `steps` are in the order
 * of their positions and hold every event that ever touched that day; those before the first one are the people and
 * campaigns. An event that the projector cannot fold has no effect, as on the board.
 */
export function momentsOfBoard(date: string, steps: readonly BoardStep[]): Pick<Replay, 'cards' | 'moments'> {
  const days = new Map<string, Row>();
  const people = new Map<string, NamedPerson>();
  const campaigns = new Map<string, string>();
  const cards = createCards();
  const board = new Map<string, Shown>();
  const moments: ReplayMoment[] = [];

  function changesOf(employeeIds: Iterable<string>): Pick<ReplayMoment, 'rows' | 'gone'> {
    const changes: Pick<ReplayMoment, 'rows' | 'gone'> = { rows: [], gone: [] };
    for (const employeeId of employeeIds) {
      const day = days.get(employeeId);
      if (!day) {
        if (board.delete(employeeId)) changes.gone.push(employeeId);
        continue;
      }
      const person = people.get(employeeId);
      const row = {
        card: cards.indexOf(day, person, campaigns.get(person?.campaignId ?? '')),
        sales: day.closed_sales,
        commission: centsToNumber(day.commission_cents),
      };
      const key = `${row.card} ${row.sales} ${row.commission}`;
      if (board.get(employeeId)?.key === key) continue;
      board.set(employeeId, { row, key });
      changes.rows.push(row);
    }
    return changes;
  }

  function rename(named: NamedPerson | NamedCampaign): Iterable<string> {
    if (named.kind === 'person') {
      people.set(named.employeeId, named);
      return [named.employeeId];
    }
    campaigns.set(named.campaignId, named.name);
    return [...days.keys()].filter((id) => people.get(id)?.campaignId === named.campaignId);
  }

  const foldDay = createDayFold(date, days);
  for (const step of steps) {
    const { rows, gone } = changesOf('event' in step ? foldDay(step.event) : rename(step.named));
    if (rows.length === 0 && gone.length === 0) continue;
    moments.push({ at: step.at, position: step.position, ...kindOf(step, date), rows, gone });
  }
  return { cards: cards.all, moments };
}

/** Folds an event into the rows of one day, by employee, and returns the employees whose row it changed. */
function createDayFold(date: string, days: Map<string, Row>) {
  const changed = new Set<string>();
  const tables: RowsOf<Tables> = {
    // Rows of other dates are not kept.
    days: {
      get: (_company, day, employeeId) => (day === date ? days.get(employeeId) : undefined),
      put(row) {
        if (row.day !== date) return;
        days.set(row.employee_id, row);
        changed.add(row.employee_id);
      },
      remove(_company, day, employeeId) {
        if (day === date && days.delete(employeeId)) changed.add(employeeId);
      },
    },
    past: { get: () => undefined, put: () => {}, remove: () => {} },
  };
  return (event: DayEvent): Iterable<string> => {
    changed.clear();
    const handler: Handler<DayEvent['type'], Tables> = employeeDays.on[event.type];
    try {
      handler.apply(event, tables);
    } catch {
      // The board did not take it in either; see fold.ts of the runner.
    }
    return changed;
  };
}

function cardOf(day: Row, person: NamedPerson | undefined, campaign: string | undefined): ReplayCard {
  return {
    id: day.shift_id ?? day.employee_id,
    employee_id: day.employee_id,
    first_name: person?.firstName ?? '',
    last_name: person?.lastName ?? '',
    campaign_name: campaign ?? null,
    login_time: day.started_at,
    timezone: day.start_zone,
    current_timezone: day.time_zone,
    logout_time: day.ended_at,
    shift_duration: day.set_duration ?? 'N/A',
  };
}

/** What a card is made of. */
type CardFacts = {
  readonly day: Row;
  readonly person?: NamedPerson | undefined;
  readonly campaign?: string | undefined;
};

/** Every card once, however often a row shows it. */
function createCards() {
  const all: ReplayCard[] = [];
  const indexes = new Map<string, number>();
  // Most moments are a sale, which changes no card: the last card of each employee is compared first.
  const latest = new Map<string, CardFacts & { readonly index: number }>();
  return {
    all,
    indexOf(day: Row, person: NamedPerson | undefined, campaign: string | undefined): number {
      const before = latest.get(day.employee_id);
      if (before && isSameCard(before, { day, person, campaign })) return before.index;
      const card = cardOf(day, person, campaign);
      const key = JSON.stringify(card);
      const index = indexes.get(key) ?? all.push(card) - 1;
      indexes.set(key, index);
      latest.set(day.employee_id, { day, person, campaign, index });
      return index;
    },
  };
}

function isSameCard(one: CardFacts, other: CardFacts): boolean {
  return (
    one.person === other.person &&
    one.campaign === other.campaign &&
    one.day.shift_id === other.day.shift_id &&
    one.day.started_at === other.day.started_at &&
    one.day.time_zone === other.day.time_zone &&
    one.day.ended_at === other.day.ended_at &&
    one.day.set_duration === other.day.set_duration
  );
}

type Kind = Pick<ReplayMoment, 'kind' | 'employee_id' | 'price'>;

/** What a step means to a viewer of the board of that date. */
function kindOf(step: BoardStep, date: string): Kind {
  if ('event' in step) return kindOfEvent(step.event, date);
  const { named } = step;
  return named.kind === 'person'
    ? { kind: 'employee changed', employee_id: named.employeeId, price: null }
    : { kind: 'campaign changed', employee_id: null, price: null };
}

function kindOfEvent(event: DayEvent, date: string): Kind {
  switch (event.type) {
    case 'SaleRecorded': {
      const { sale } = event.data;
      return ofSale(isClosed(sale) ? 'closed' : 'recorded', sale);
    }
    case 'SaleEdited':
      return edited(event.data.before, event.data.after, date);
    case 'SaleDeleted':
      return ofSale('deleted', event.data.before);
    case 'ShiftStarted':
      return ofShift('shift started', event);
    case 'ShiftResumed':
      return ofShift('shift resumed', event);
    case 'ShiftEnded':
      return ofShift(event.data.reason === 'logout' ? 'shift ended' : 'shift closed', event);
    case 'ShiftStartSet':
      return ofShift('start set', event);
    case 'ShiftDurationSet':
      return ofShift('duration set', event);
  }
}

/** A sale moved to another day is gone from this one; one moved here from another day is shown as it is now. */
function edited(before: SaleFacts, after: SaleFacts, date: string): Kind {
  if (before.entryDate !== after.entryDate || before.employeeId !== after.employeeId)
    return ofSale('moved', after.entryDate === date ? after : before);
  if (isClosed(before) === isClosed(after)) return ofSale('changed', after);
  return ofSale(isClosed(after) ? 'closed' : 'reopened', after);
}

function isClosed(sale: SaleFacts): boolean {
  return sale.status === 'Closed';
}

function ofSale(kind: ReplayKind, sale: SaleFacts): Kind {
  return { kind, employee_id: sale.employeeId, price: centsToNumber(sale.priceCents) };
}

function ofShift(kind: ReplayKind, { data }: { data: { employeeId: string } }): Kind {
  return { kind, employee_id: data.employeeId, price: null };
}
