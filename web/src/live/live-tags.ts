import { CATALOGUE_LISTS, type CatalogueList, type OwnFigures } from '#contracts/live/live-protocol.ts';
import { daysOf, type Tag } from '../api/cache/tags.ts';
import type { Held, HeldTopics } from './live-topic.ts';

/** The tags that changed between two states of the live topics. A first snapshot changes nothing: it is where we start. */
export function changedTags(before: HeldTopics, after: HeldTopics): Tag[] {
  return [
    ...tagsOf(before.billboard, after.billboard, billboardTags),
    ...tagsOf(before['own figures'], after['own figures'], ownTags),
    ...tagsOf(before['sale news'], after['sale news'], saleTags),
    ...tagsOf(before.catalogue, after.catalogue, catalogueTags),
    ...tagsOf(before.days, after.days, dayTags),
  ];
}

function tagsOf<Topic>(
  before: Topic | undefined,
  after: Topic | undefined,
  changed: (before: Topic, after: Topic) => Tag[],
): Tag[] {
  return before && after && before !== after ? changed(before, after) : [];
}

function billboardTags(before: Held<'billboard'>, after: Held<'billboard'>): Tag[] {
  const known = new Map(before.data.rows.map((row) => [row.employee_id, row]));
  const rows = new Map(after.data.rows.map((row) => [row.employee_id, row]));
  const people = [...new Set([...known.keys(), ...rows.keys()])];
  return people.filter((id) => known.get(id) !== rows.get(id)).map(daysOf);
}

function ownTags(before: Held<'own figures'>, after: Held<'own figures'>): Tag[] {
  const [{ sessionChanges: earlier, ...former }, { sessionChanges: now, ...figures }] = [
    before.data,
    after.data,
  ];
  const tags: Tag[] = now !== undefined && now === earlier ? [] : ['sessions'];
  const isSame = JSON.stringify(former) === JSON.stringify(figures);
  // Neither a sign-in nor the refresh of the rate is an event.
  if (isSame && before.version === after.version) return tags;
  tags.push(daysOf(''), daysOf(figures.employeeId));
  // A shift of an earlier day changes no figure.
  if (isSame || earnedBefore(before.data) !== earnedBefore(after.data)) tags.push('own earlier days');
  return tags;
}

/** Commission of all days before today, in cents: it changes with a sale of such a day. */
function earnedBefore({ totalCommission, todayCommission }: OwnFigures): number {
  return Math.round((totalCommission - todayCommission) * 100);
}

function saleTags(before: Held<'sale news'>, after: Held<'sale news'>): Tag[] {
  const known = new Set(before.data.map((news) => JSON.stringify(news)));
  const changed = after.data.filter((news) => !known.has(JSON.stringify(news)));
  return changed.length === 0 ? [] : ['sales'];
}

/** Lists show names and figures of each other. */
function tagsOfList(list: CatalogueList): readonly Tag[] {
  switch (list) {
    case 'campaigns':
    case 'goals':
      return ['campaigns', 'employees', 'goals'];
    case 'company':
    case 'employees':
    case 'imports':
    case 'job aids':
    case 'pay':
      return [list];
  }
}

/** A second snapshot follows a gap: any list may have changed in it. */
function catalogueTags(before: Held<'catalogue'>, after: Held<'catalogue'>): Tag[] {
  const isNew = before.base !== after.base;
  const changed = CATALOGUE_LISTS.filter((list) => isNew || before.data[list] !== after.data[list]);
  return [...new Set(changed.flatMap(tagsOfList))];
}

/** A second snapshot follows a gap: days of anyone may have changed in it. */
function dayTags(before: Held<'days'>, after: Held<'days'>): Tag[] {
  if (before.base !== after.base) return ['days'];
  const people = Object.keys(after.data).filter((id) => before.data[id] !== after.data[id]);
  return people.map(daysOf);
}
