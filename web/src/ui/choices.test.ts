import { expect, test } from 'vitest';
import { searchChoices } from './choices.ts';

const people = [
  { id: '1', name: 'Ivan Dubois', detail: '1007' },
  { id: '2', name: 'Zoë Ørsted-Łuczak', detail: 'A-12' },
  { id: '3', name: 'Anna Abel' },
  { id: '4', name: 'Mateo-Alejandro Álvarez', detail: '12' },
];
const found = (typed: string) => searchChoices(people, typed).map(({ id }) => id);

test.each([
  ['', ['1', '2', '3', '4']],
  ['   ', ['1', '2', '3', '4']],
  ['abel anna', ['3']],
  ['alvarez mateo', ['4']],
  ['ZOE', ['2']],
  ['orsted luczak', ['2']],
  ['Álv', ['4']],
  ['12', ['4', '2']],
  ['a-12', ['2']],
  ['1007 dub', ['1']],
  ['nobody', []],
  ['anna 12', []],
])('%j finds %j', (typed, ids) => expect(found(typed)).toEqual(ids));

test('the beginning of a word comes before the middle of one', () =>
  expect(found('an')).toEqual(['3', '1', '4']));

test('signs of patterns are letters like others', () => expect(found('.*')).toEqual([]));

test('among 1,000 people the answer is there with the key', () => {
  const many = Array.from({ length: 1000 }, (_, at) => ({
    id: `${at}`,
    name: `First${at} Last`,
    detail: `N${at}`,
  }));
  expect(searchChoices(many, 'last n999').map(({ id }) => id)).toEqual(['999']);
});
