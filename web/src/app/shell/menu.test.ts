import { expect, test } from 'vitest';
import { paths, pathTo, statementPath } from '../../kit/paths.ts';
import { anEmployee } from '../../testing/people.ts';
import { shellScreens } from '../routes/screens.ts';
import { entriesFor, groupAt, isFormAt, personMenu, sideMenu } from './menu.ts';

const labelsFor = (changed: Parameters<typeof anEmployee>[0]) =>
  entriesFor(sideMenu, anEmployee(changed)).map(({ label, entries = [] }) => [
    label,
    entriesFor(entries, anEmployee(changed)).map((entry) => entry.label),
  ]);

test('an associate sees the dashboard, sales, the own pay, claims and job aids', () => {
  expect(labelsFor({ employee_role: 'sales associate' })).toEqual([
    ['Dashboard', []],
    ['Sales', ['My Sales', 'New Sale']],
    ['My Pay', []],
    ['Claims', []],
    ['Job Aids', ['All Job Aids']],
  ]);
});

test('a manager sees every group with its entries', () => {
  expect(labelsFor({ employee_role: 'manager' })).toEqual([
    ['Dashboard', []],
    ['Sales', ['My Sales', 'New Sale']],
    ['My Pay', []],
    ['Claims', []],
    ['Goals', ['Add Goal', 'All Goals']],
    ['Campaigns', ['Add Campaign', 'All Campaigns']],
    ['Employees', ['Add Employee', 'My Team', 'All Employees']],
    ['Payroll', []],
    ['Job Aids', ['Add Job Aid', 'All Job Aids']],
    ['History', []],
    ['Proof', []],
  ]);
});

test('only the super employee has the company in the menu', () => {
  const of = (employee_type: 'employee' | 'super employee') =>
    entriesFor(personMenu, anEmployee({ employee_role: 'manager', employee_type })).map(({ label }) => label);
  expect(of('employee')).toEqual(['View Profile']);
  expect(of('super employee')).toEqual(['View Profile', 'Company']);
});

test.each([
  [paths.newSale, 'Sales'],
  [pathTo(paths.editSale, 's1'), 'Sales'],
  [pathTo(paths.employeeReport, 'e1'), 'Employees'],
  [paths.myTeam, 'Employees'],
  [pathTo(paths.editJobAid, 'j1'), 'Job Aids'],
  [statementPath('2026-11-02'), 'My Pay'],
  [statementPath('2026-11-02', 'e1'), 'Payroll'],
  [paths.paySettings, 'Payroll'],
  [paths.myProfile, undefined],
  [paths.myShifts, undefined],
])('%s belongs to the group %s', (path, label) => expect(groupAt(path)?.label).toBe(label));

test('leads only to screens, and only to those that the person may see', { tags: ['spec-2.31'] }, () => {
  const links = sideMenu.flatMap(({ entries = [], ...group }) => [
    group,
    ...entries.map((entry) => ({ ...entry, onlyFor: entry.onlyFor ?? group.onlyFor })),
  ]);
  for (const { path, onlyFor } of [...links, ...personMenu]) {
    const [, , need] = shellScreens.find(([screen]) => screen === path) ?? [];
    expect(shellScreens.map(([screen]) => screen)).toContain(path);
    expect([path, onlyFor]).toEqual([path, need]);
  }
});

test('forms have no button for a new sale', () => {
  expect([paths.newSale, pathTo(paths.editGoal, 'g1'), paths.addEmployee].map(isFormAt)).toEqual([
    true,
    true,
    true,
  ]);
  expect([paths.dashboard, paths.allGoals, pathTo(paths.goal, 'g1')].map(isFormAt)).toEqual([
    false,
    false,
    false,
  ]);
});
