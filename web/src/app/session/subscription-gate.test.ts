import { expect, test } from 'vitest';
import { anEmployee } from '../../testing/people.ts';
import { paths, pathTo } from '../routes/paths.ts';
import { elsewhere } from './subscription-gate.ts';

const associate = anEmployee();
const manager = anEmployee({ employee_role: 'manager' });
const superEmployee = anEmployee({ employee_role: 'manager', employee_type: 'super employee' });
const payPlaces = [paths.companyProfile, pathTo(paths.updateSubscription, 'c1')];
const workPlaces = [paths.dashboard, paths.newSale, paths.wall, paths.myProfile];

const from = (pathname: string, employee = associate, subscriptionIsActive = false) =>
  elsewhere(pathname, { employee, subscriptionIsActive });

test.each([...workPlaces, ...payPlaces])('with an active subscription everybody may be at %s', (path) => {
  for (const who of [associate, manager, superEmployee]) expect(from(path, who, true)).toBeNull();
});

test('with an active subscription nobody is told that there is none', () => {
  expect(from(paths.subscriptionNotActive, superEmployee, true)).toBe(paths.dashboard);
});

test.each(workPlaces)('without one everybody is sent from %s to where it is said', (path) => {
  for (const who of [associate, manager, superEmployee])
    expect(from(path, who)).toBe(paths.subscriptionNotActive);
  expect(from(paths.subscriptionNotActive)).toBeNull();
});

test.each(payPlaces)('only the super employee still reaches %s', (path) => {
  expect(from(path, superEmployee)).toBeNull();
  expect(from(path, manager)).toBe(paths.subscriptionNotActive);
  expect(from(path, associate)).toBe(paths.subscriptionNotActive);
});
