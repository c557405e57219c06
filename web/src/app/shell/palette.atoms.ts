import { atom } from 'jotai';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { allEmployeesQuery, choiceOf } from '../../kit/queries/employees.queries.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import type { Choice } from '../../ui/choices.ts';
import { entriesFor, isFormAt, menuFor, personMenu } from './menu.ts';

/** A screen to go to; `seller` is the employee that a sale is recorded for there. */
export type Destination = Choice & { readonly path: string; readonly seller?: string };

/** All that the palette finds: what this person may do and see, then, once they are loaded, people for managers. */
export const destinationsAtom = atom((get): readonly Destination[] => {
  const isPast = get(isPastAtom);
  const all = [...actions, ...get(screensAtom), ...get(peopleAtom)];
  return isPast ? all.filter(({ path }) => !isFormAt(path)) : all;
});

const actions: readonly Destination[] = [{ id: 'sell', name: 'Record a sale', path: paths.newSale }];

const screensAtom = atom((get): readonly Destination[] => {
  const me = get(employeeAtom);
  const links = [...menuFor(me), ...entriesFor(personMenu, me)].flatMap(({ label, path, entries }) => {
    return entries ? entries.map((entry) => ({ ...entry, group: label })) : [{ label, path, group: '' }];
  });
  return links.map(({ label, path, group }) => ({ id: path, name: label, detail: group, path }));
});

/** Each person's card comes first; the other screens are found by their own words, too: 'report tremblay'. */
const peopleAtom = atom((get): readonly Destination[] => {
  const me = get(employeeAtom);
  const people = (get(allEmployeesQuery.replyAtom)?.requestedData ?? []).map(choiceOf);
  const about = (id: string, words: string, path: string, { name, detail = '' }: Choice) => ({
    ...{ id, name: `${words}${name}`, detail, path },
  });
  return [
    ...people.map((one) => about(`card ${one.id}`, '', pathTo(paths.employee, one.id), one)),
    ...people
      .filter(({ id }) => id !== me.id)
      .map((one) => ({
        ...about(`sell ${one.id}`, 'Record a sale for ', paths.newSale, one),
        seller: one.id,
      })),
    ...people.map((one) =>
      about(`report ${one.id}`, 'Report of ', pathTo(paths.employeeReport, one.id), one),
    ),
    ...people.map((one) => about(`sales ${one.id}`, 'Sales of ', pathTo(paths.employeeSales, one.id), one)),
  ];
});
