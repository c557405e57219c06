import type { Replay, ReplayCard, ReplayMoment } from '#contracts/endpoints/replay.endpoints.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { centsToNumber } from '#contracts/money.ts';
import type { Rows } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { billboard } from './billboard.projector.ts';
import type { billboardTable } from './billboard.table.ts';
import type { BoardStep, DayEvent, NamedCampaign, NamedPerson } from './board-steps.ts';
import { kindOf, whoseOf } from './moment-kinds.ts';

type Row = RowOf<typeof billboardTable>;
type Shown = { readonly row: ReplayMoment['rows'][number]; readonly key: string };

/**
 * The moments at which the board of that day changed, by the very projector that makes the board. `steps` are in
 * the order of their positions and hold every event that ever touched that day; those before the first one are
 * the people and campaigns. What an event that cannot be folded would have done is left out, as on the board.
 */
export function momentsOfBoard(
  companyId: string,
  date: string,
  steps: readonly BoardStep[],
): Pick<Replay, 'cards' | 'moments'> {
  const rows = new Map<string, Row>();
  const people = new Map<string, NamedPerson>();
  const campaigns = new Map<string, string>();
  const cards = createCards();
  const board = new Map<string, Shown>();
  const moments: ReplayMoment[] = [];

  function look(employeeIds: Iterable<string>): Pick<ReplayMoment, 'rows' | 'gone'> {
    const changed: Pick<ReplayMoment, 'rows' | 'gone'> = { rows: [], gone: [] };
    for (const employeeId of new Set(employeeIds)) {
      const row = rows.get(employeeId);
      if (!row) {
        if (board.delete(employeeId)) changed.gone.push(employeeId);
        continue;
      }
      const person = people.get(employeeId);
      const shown = {
        card: cards.placeOf(row, person, campaigns.get(person?.campaignId ?? '')),
        sales: row.closed_sales,
        commission: centsToNumber(row.commission_cents),
      };
      const key = `${shown.card} ${shown.sales} ${shown.commission}`;
      if (board.get(employeeId)?.key === key) continue;
      board.set(employeeId, { row: shown, key });
      changed.rows.push(shown);
    }
    return changed;
  }

  const table = rowsOfDay(date, rows);
  for (const step of steps) {
    const changed = look('event' in step ? take(step.event) : name(step.named));
    if (changed.rows.length === 0 && changed.gone.length === 0) continue;
    const { position, at } = step;
    moments.push({ at, position, ...kindOf(step, date), ...changed });
  }
  return { cards: cards.all, moments };

  /** Both give back whose rows may be others now. */
  function take(event: DayEvent): readonly string[] {
    fold(companyId, event, table);
    return whoseOf(event);
  }

  function name(named: NamedPerson | NamedCampaign): readonly string[] {
    if (named.kind === 'person') {
      people.set(named.employeeId, named);
      return [named.employeeId];
    }
    campaigns.set(named.campaignId, named.name);
    return [...rows.keys()].filter((id) => people.get(id)?.campaignId === named.campaignId);
  }
}

function fold(companyId: string, event: DayEvent, table: Rows<typeof billboardTable>): void {
  const stored = { ...event, metadata: { companyId } } as StoredEvent;
  try {
    billboard.on[event.type]?.apply(stored as never, { billboard: table } as never);
  } catch {
    // The board did not take it in either; see fold.ts of the runner.
  }
}

/** The projector's table, of which one day is kept: what moves to another day is of no interest there. */
function rowsOfDay(date: string, rows: Map<string, Row>): Rows<typeof billboardTable> {
  return {
    get: (_company, day, employeeId) => (day === date ? rows.get(employeeId) : undefined),
    put(row) {
      if (row.day === date) rows.set(row.employee_id, row);
    },
    remove(_company, day, employeeId) {
      if (day === date) rows.delete(employeeId);
    },
  };
}

function cardOf(row: Row, person: NamedPerson | undefined, campaign: string | undefined): ReplayCard {
  return {
    id: row.shift_id ?? row.employee_id,
    employee_id: row.employee_id,
    first_name: person?.firstName ?? '',
    last_name: person?.lastName ?? '',
    campaign_name: campaign ?? null,
    login_time: row.started_at,
    logout_time: row.ended_at,
    shift_duration: row.set_duration ?? 'N/A',
  };
}

/** What a card is made of. */
type CardFacts = {
  readonly row: Row;
  readonly person?: NamedPerson | undefined;
  campaign?: string | undefined;
};

/** Cards that do not change are sent once. */
function createCards() {
  const all: ReplayCard[] = [];
  const places = new Map<string, number>();
  // Most moments are a sale, which no card says anything of.
  const latest = new Map<string, CardFacts & { readonly place: number }>();
  return {
    all,
    placeOf(row: Row, person: NamedPerson | undefined, campaign: string | undefined): number {
      const before = latest.get(row.employee_id);
      if (before && isSameCard(before, { row, person, campaign })) return before.place;
      const card = cardOf(row, person, campaign);
      const key = JSON.stringify(card);
      const place = places.get(key) ?? all.push(card) - 1;
      places.set(key, place);
      latest.set(row.employee_id, { row, person, campaign, place });
      return place;
    },
  };
}

function isSameCard(one: CardFacts, other: CardFacts): boolean {
  return (
    one.person === other.person &&
    one.campaign === other.campaign &&
    one.row.shift_id === other.row.shift_id &&
    one.row.started_at === other.row.started_at &&
    one.row.ended_at === other.row.ended_at &&
    one.row.set_duration === other.row.set_duration
  );
}
