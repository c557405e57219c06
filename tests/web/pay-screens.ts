import { paths } from '../../web/src/kit/paths.ts';
import type { Look } from './screen.ts';

const ofAssociates: readonly Look[] = [
  { name: 'my-pay', path: paths.myPay, title: 'My Pay', shows: 'To be paid so far' },
  {
    ...{ name: 'what-if', path: paths.myPay, title: 'My Pay' },
    after: (page) => page.getByLabel('All open sales').press('Space'),
    shows: 'All time',
  },
  {
    ...{ name: 'something-missing', path: paths.myPay, title: 'My Pay' },
    after: (page) => page.getByRole('button', { name: 'Something is missing' }).press('Enter'),
    shows: 'What is wrong, for your manager',
  },
  { name: 'claims', path: paths.claims, title: 'Claims', shows: 'No claims' },
  { name: 'my-statement', path: paths.myStatement, title: 'My Pay', shows: 'In review' },
];

const ofManagers: readonly Look[] = [
  { name: 'claims-of-company', path: paths.claims, title: 'Claims', shows: 'No claims' },
  { name: 'payroll', path: paths.payroll, title: 'Payroll', shows: 'statement to approve' },
  { name: 'payroll-of-period', path: paths.payrollOf, title: 'Payroll', shows: 'Sofia Marchetti' },
  {
    ...{ name: 'payroll-of-no-period', path: paths.payrollOf.replace(':from', '2020-01-01') },
    ...{ title: 'Payroll', shows: 'No pay period begins on this date' },
  },
  {
    ...{ name: 'statement-of-employee', path: paths.statementOf, row: 'employee' },
    ...{ title: 'Sofia Marchetti', shows: 'Other statements' },
  },
  {
    ...{ name: 'bonus', path: paths.statementOf, row: 'employee', title: 'Sofia Marchetti' },
    // The pointer may rest where the screen before was pressed.
    after: (page) => page.getByRole('button', { name: 'Bonus or correction' }).press('Enter'),
    shows: 'With a minus',
  },
];

const ofSuperEmployees: readonly Look[] = [
  { name: 'pay-settings', path: paths.paySettings, title: 'Pay settings', shows: 'The first period' },
];

const ofFirsts: readonly Look[] = [
  { name: 'my-pay-without-schedule', path: paths.myPay, title: 'My Pay', shows: 'How often do you pay?' },
  { name: 'payroll-without-schedule', path: paths.payroll, title: 'Payroll', shows: 'How often do you pay?' },
];

/** Statements, payroll and their settings, by viewer. */
export const payOf = {
  associates: ofAssociates,
  managers: ofManagers,
  superEmployees: ofSuperEmployees,
  firsts: ofFirsts,
} as const;
