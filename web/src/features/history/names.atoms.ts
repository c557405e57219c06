import { atom } from 'jotai';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { getNames } from '#contracts/endpoints/history.endpoints.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import type { Names } from '#contracts/history/values.ts';
import { createResource } from '../../api/resource.atoms.ts';
import type { Told } from './told-live.ts';

/** Everybody and everything that has a history, also those that were deleted. */
export const namesResource = createResource({
  ask: (api) => api.call(getNames, { query: {} }),
});

export type NamedThing = ReplyOf<typeof getNames>['requestedData'][number];

/** Those whose history can be chosen. */
export const choosableAtom = atom((get) => {
  const all = get(namesResource.replyAtom)?.requestedData ?? [];
  const of = (kind: NamedThing['kind']) => all.filter((one) => one.kind === kind);
  return { people: of('person'), campaigns: of('campaign') };
});

/** The names of today, as the list has them. */
export const listedNamesAtom = atom(
  (get) =>
    new Map((get(namesResource.replyAtom)?.requestedData ?? []).map(({ id, name }) => [id, name] as const)),
);

/** What the entries of a history call people, campaigns and goals, also those that are not there any more. */
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

/** What came into being, or got another name, since the lists were fetched. */
export function namesSince(events: readonly Told[]): Map<string, string> {
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

function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
