import { expect, test } from 'vitest';
import { anEmployee } from '../../testing/people.ts';
import { paths, pathTo } from '../paths.ts';
import { redirectFor } from './permissions.ts';

const associate = anEmployee();
const manager = anEmployee({ employee_role: 'manager' });
const superEmployee = anEmployee({ employee_role: 'manager', employee_type: 'super employee' });
const payPlaces = [paths.companyProfile, pathTo(paths.updateSubscription, 'c1')];
const workPlaces = [paths.dashboard, paths.newSale, paths.wall, paths.myProfile];

const from = (pathname: string, employee = associate, subscriptionIsActive = false) =>
  redirectFor(pathname, { employee, subscriptionIsActive });

test.each([...workPlaces, ...payPlaces])('with an active subscription all people may open %s', (path) => {
  for (const who of [associate, manager, superEmployee]) expect(from(path, who, true)).toBeNull();
});

test('with an active subscription the page about an inactive one is not shown', () => {
  expect(from(paths.subscriptionNotActive, superEmployee, true)).toBe(paths.dashboard);
});

test.each(workPlaces)(
  'without an active subscription people are redirected from %s to the page that says so',
  { tags: ['spec-2.58'] },
  (path) => {
    for (const who of [associate, manager, superEmployee])
      expect(from(path, who)).toBe(paths.subscriptionNotActive);
    expect(from(paths.subscriptionNotActive)).toBeNull();
  },
);

test.each(payPlaces)(
  'without an active subscription only the super employee reaches %s',
  { tags: ['spec-2.58', 'decision-8.5'] },
  (path) => {
    expect(from(path, superEmployee)).toBeNull();
    expect(from(path, manager)).toBe(paths.subscriptionNotActive);
    expect(from(path, associate)).toBe(paths.subscriptionNotActive);
  },
);
