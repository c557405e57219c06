import { expect, it } from 'vitest';
import type { Principal } from '#platform/principal.ts';
import { affectedTopics, subscriptionsOf } from './channels.ts';

const companyId = 'c';
const principal: Principal = {
  ...{ companyId, employeeId: 'ada', sessionId: 's', timeZone: 'UTC' },
  ...{ role: 'sales associate', type: 'employee', subscriptionIsActive: true },
};

it('each employee sees the board and their own figures, by their own time zone; managers also hear of sales and of days of everyone', () => {
  const own = { companyId, timeZone: 'UTC' };
  const ofAssociate = [
    { ...own, topic: 'billboard', person: null, room: 'company:c/UTC' },
    { ...own, topic: 'own figures', person: 'ada', room: 'person:c/ada/UTC' },
    { ...own, topic: 'catalogue', person: null, room: 'catalogue:c' },
  ];
  expect(subscriptionsOf(principal)).toEqual(ofAssociate);
  expect(subscriptionsOf({ ...principal, role: 'manager' })).toEqual([
    ...ofAssociate,
    { ...own, topic: 'sale news', person: null, room: 'managers:c' },
    { ...own, topic: 'days', person: null, room: 'days:c' },
  ]);
});

it('a day of an employee affects the billboard of that date, their own figures and the managers on any date', () => {
  const keys = [{ day: '2026-11-21', employee_id: 'ada' }];
  expect(affectedTopics({ model: 'employee-days', companyId, keys })).toEqual([
    { topic: 'billboard', person: null, date: '2026-11-21', key: 'ada' },
    { topic: 'own figures', person: 'ada', date: null, key: 'ada' },
    { topic: 'days', person: null, date: null, key: 'ada' },
  ]);
});

it('a rate that sinks with the clock affects the billboard and the own figures, and no day', () => {
  const keys = [{ day: '2026-11-21', employee_id: 'ada' }];
  expect(affectedTopics({ model: 'rates', companyId, keys })).toEqual([
    { topic: 'billboard', person: null, date: '2026-11-21', key: 'ada' },
    { topic: 'own figures', person: 'ada', date: null, key: 'ada' },
  ]);
});

it('a sign-in reaches the own figures of that person, an import the list of the company', () => {
  expect(affectedTopics({ model: 'sessions', companyId, keys: [{ employee_id: 'ada' }] })).toEqual([
    { topic: 'own figures', person: 'ada', date: null, key: 'sessions' },
  ]);
  expect(affectedTopics({ model: 'imports', companyId, keys: [] })).toEqual([
    { topic: 'catalogue', person: null, date: null, key: 'imports' },
  ]);
});

it('a sale is news; a name or campaign affects its employee and every billboard; a campaign or goal affects everybody', () => {
  const affected = (model: string, key: Record<string, string>) =>
    affectedTopics({ model, companyId, keys: [key] }).map(({ topic, person, key: row }) => [
      topic,
      person,
      row,
    ]);
  expect(affected('sales-book', { sale_id: 's' })).toEqual([['sale news', null, 's']]);
  expect(affected('directory', { employee_id: 'ada' })).toEqual([
    ['billboard', null, 'ada'],
    ['own figures', 'ada', 'ada'],
    ['catalogue', null, 'employees'],
  ]);
  for (const [id, list] of Object.entries({ campaign_id: 'campaigns', goal_id: 'goals' })) {
    expect(affected('catalogue', { [id]: 'solar' })).toEqual([
      ['billboard', null, null],
      ['own figures', null, 'solar'],
      ['catalogue', null, list],
    ]);
  }
});

it('a job aid and the account of the company change only their lists', () => {
  for (const [model, key] of Object.entries({ 'job-aids': 'job aids', 'company-account': 'company' }))
    expect(affectedTopics({ model, companyId, keys: [] })).toEqual([
      { topic: 'catalogue', person: null, date: null, key },
    ]);
});

it('a change without keys affects every row', () => {
  expect(affectedTopics({ model: 'employee-days', companyId, keys: [] })).toEqual([
    { topic: 'billboard', person: null, date: null, key: null },
    { topic: 'own figures', person: null, date: null, key: null },
    { topic: 'days', person: null, date: null, key: null },
  ]);
});

it('a read model that no topic shows, or of another version of the program, affects nothing', () => {
  for (const model of ['history', 'toString'])
    expect(affectedTopics({ model, companyId, keys: [] })).toEqual([]);
});
