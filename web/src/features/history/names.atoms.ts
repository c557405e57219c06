import { atom } from 'jotai';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import { getNames } from '#contracts/endpoints/history.endpoints.ts';
import type { Names } from '#contracts/history/values.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { liveCatalogueVersionAtom } from '../../live/live.atoms.ts';
import type { Choice } from '../../ui/choices.ts';
import { fullName } from '../../ui/full-name.ts';
import type { LiveEvent } from './live-entries.ts';

/** All people, campaigns and goals that have a history, also deleted ones. */
export const namesQuery = createQuery({
  endpoint: getNames,
  ask: (api, _all: null, get) => api.call(getNames, { query: {}, since: get(liveCatalogueVersionAtom) }),
  tags: () => ['campaigns', 'employees', 'goals'],
});

export type NamedThing = ReplyOf<typeof getNames>['requestedData'][number];

/** The choices of the filters. */
export const filterChoicesAtom = atom((get) => {
  const all = get(namesQuery.replyAtom)?.requestedData ?? [];
  const of = (kind: NamedThing['kind']) => all.filter((one) => one.kind === kind);
  return { people: of('person'), campaigns: of('campaign') };
});

/** The people to choose from, with their employee numbers where these are loaded; deleted ones come last. */
export const personChoicesAtom = atom((get): readonly Choice[] => {
  const employees = get(allEmployeesQuery.replyAtom)?.requestedData ?? [];
  const numbers = new Map(employees.map(({ id, employee_number }) => [id, employee_number]));
  const { people } = get(filterChoicesAtom);
  return [...people]
    .sort((one, other) => Number(one.deleted) - Number(other.deleted))
    .map(({ id, name, deleted }) => {
      const number = numbers.get(id);
      return { id, name: deleted ? `${name} (deleted)` : name, ...(number && { detail: number }) };
    });
});

/** The current names by id, from the list. */
export const listedNamesAtom = atom(
  (get) =>
    new Map((get(namesQuery.replyAtom)?.requestedData ?? []).map(({ id, name }) => [id, name] as const)),
);

/** The names of people, campaigns and goals in the entries of a history, also of deleted ones. */
export function namesIn(entries: readonly HistoryEntry[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { person, actor, changes } of entries) {
    for (const who of [person, actor]) if (who) names.set(who.id, who.name);
    for (const { type, before, after } of changes) {
      if (type !== 'person' && type !== 'campaign' && type !== 'goal') continue;
      for (const side of [before, after]) if (side) names.set(String(side.value), side.text);
    }
  }
  return names;
}

/** The names from events that happened after the list was loaded. */
export function namesSince(events: readonly LiveEvent[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { type, data } of events) {
    if (type === 'EmployeeAdded') names.set(data.employeeId, fullName(data.employee));
    if (type === 'EmployeeEdited') names.set(data.employeeId, fullName(data.after));
    if (type === 'CampaignAdded') names.set(data.campaignId, data.campaign.name);
    if (type === 'CampaignEdited') names.set(data.campaignId, data.after.name);
    if (type === 'GoalAdded') names.set(data.goalId, data.goal.name);
    if (type === 'GoalEdited') names.set(data.goalId, data.after.name);
  }
  return names;
}

/** Ids are unique whatever they are of. */
export function namesBy(nameOf: (id: string) => string | undefined): Names {
  return { person: nameOf, campaign: nameOf, goal: nameOf };
}
