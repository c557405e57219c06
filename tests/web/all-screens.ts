import { localDate } from '#contracts/local-date.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { comparisonPath, paths, pathTo, replayPath } from '../../web/src/kit/paths.ts';
import { payOf } from './pay-screens.ts';
import { ofVisitors } from './public-screens.ts';
import { type Look, press, pressDelete, type Rows, type Screen, type Viewer } from './screen.ts';

const ofKeys = (name: string, keys: string, shows: string): Look => ({
  ...{ name, path: paths.myProfile, title: 'My Profile', shows },
  after: (page) => page.keyboard.press(keys),
});

const ofAssociates: readonly Look[] = [
  { name: 'dashboard', path: paths.dashboard, title: 'Dashboard', shows: 'Amara Okafor' },
  {
    name: 'person-menu',
    path: paths.dashboard,
    title: 'Dashboard',
    after: (page) => page.getByTitle('Your menu').click(),
    shows: 'Log Out',
  },
  ofKeys('shortcuts', '?', 'Keyboard shortcuts'),
  ofKeys('palette', 'Control+k', 'Record a sale'),
  { name: 'new-sale', path: paths.newSale, title: 'New Sale', shows: 'Record sale' },
  {
    ...{ name: 'new-sale-refused', path: paths.newSale, title: 'New Sale' },
    after: press('Record sale'),
    shows: 'Make sure all input fields are complete',
  },
  { name: 'my-sales', path: paths.mySales, title: 'My Sales', shows: 'Total Commission' },
  {
    name: 'my-sales-of-no-day',
    path: paths.mySales,
    query: '?date=2020-01-01',
    title: 'My Sales',
    shows: 'No sales on this date',
  },
  { name: 'my-shifts', path: paths.myShifts, title: 'My Shifts', shows: 'Sales/hr' },
  { name: 'sale', path: paths.sale, row: 'sale', title: 'Lead', shows: 'Entry Date' },
  {
    ...{ name: 'delete-sale', path: paths.sale, row: 'sale', title: 'Lead' },
    ...{ after: pressDelete, shows: 'Are you sure?' },
  },
  { name: 'edit-sale', path: paths.editSale, row: 'sale', title: 'Edit Sale', shows: 'Details' },
  { name: 'no-such-sale', path: paths.sale, row: 'nothing', title: 'Sale' },
  {
    name: 'history-of-sale',
    path: paths.historyOf,
    kind: 'sale',
    row: 'sale',
    title: 'History of Lead',
    shows: 'Sale recorded',
  },
  { name: 'job-aids-of-associates', path: paths.allJobAids, title: 'All Job Aids', shows: 'objections' },
  { name: 'profile', path: paths.myProfile, title: 'My Profile', shows: 'northlight.test' },
  { name: 'restricted', path: paths.allGoals, title: 'Restricted Access' },
  { name: 'not-found-in-shell', path: '/layout/nowhere', title: 'Page not found' },
  { name: 'wall', path: paths.wall, title: 'Wall', shows: 'Amara Okafor' },
  {
    name: 'replay',
    path: replayPath(localDate(new Date().toISOString(), DAYTIME_ZONE)),
    title: 'Replay',
    after: async (page) => {
      await page.getByRole('button', { name: 'Play' }).waitFor();
      await page.keyboard.press('End');
    },
    shows: 'Amara Okafor',
  },
  { name: 'replay-of-no-day', path: paths.replay, title: 'Replay', shows: 'There is no such date' },
];

const ofManagers: readonly Look[] = [
  {
    name: 'comparison',
    path: comparisonPath('2026-01-05'),
    title: 'Then and today',
    shows: 'Nothing changed since',
  },
  {
    name: 'comparison-of-no-day',
    path: paths.comparison,
    title: 'Then and today',
    shows: 'There is no such date',
  },
  {
    name: 'dashboard-of-the-past',
    path: paths.dashboard,
    // Before this run none of these people existed.
    query: '?as-of={now}',
    title: 'Dashboard',
    after: press('Go back in time'),
    shows: 'Back to now',
  },
  { name: 'goals', path: paths.allGoals, title: 'All Goals', shows: 'Steady' },
  { name: 'goal', path: paths.goal, row: 'goal', title: 'Steady', shows: 'Heat Pumps' },
  {
    ...{ name: 'delete-goal', path: paths.goal, row: 'goal', title: 'Steady' },
    ...{ after: pressDelete, shows: 'This action is irreversible.' },
  },
  { name: 'no-such-goal', path: paths.goal, row: 'nothing', title: 'Goal' },
  { name: 'edit-goal', path: paths.editGoal, row: 'goal', title: 'Edit Goal', shows: 'Name' },
  { name: 'add-goal', path: paths.addGoal, title: 'Add Goal' },
  { name: 'add-goal-refused', path: paths.addGoal, title: 'Add Goal', after: press('Add goal') },
  { name: 'campaigns', path: paths.allCampaigns, title: 'All Campaigns', shows: 'Heat Pumps' },
  { name: 'campaign', path: paths.campaign, row: 'campaign', title: 'Heat Pumps', shows: 'Goal' },
  { name: 'edit-campaign', path: paths.editCampaign, row: 'campaign', title: 'Edit Campaign' },
  { name: 'add-campaign', path: paths.addCampaign, title: 'Add Campaign' },
  { name: 'employees', path: paths.allEmployees, title: 'All Employees', shows: 'Amara Okafor' },
  {
    name: 'nobody-found',
    path: paths.allEmployees,
    query: '?q=nobody%20of%20this%20name',
    title: 'All Employees',
    shows: 'is called “nobody',
  },
  {
    ...{ name: 'former-employees', path: paths.allEmployees, query: '?former=yes' },
    ...{ title: 'Former Employees', shows: 'No former employees' },
  },
  { name: 'my-team', path: paths.myTeam, title: 'My Team', shows: 'Nobody is in your team yet' },
  {
    name: 'employee',
    path: paths.employee,
    row: 'employee',
    title: 'Sofia Marchetti',
    shows: 'Weekly Stats',
  },
  { name: 'edit-employee', path: paths.editEmployee, row: 'employee', title: 'Edit Employee' },
  {
    ...{ name: 'employee-report', path: paths.employeeReport, row: 'employee' },
    ...{ title: 'Sofia Marchetti', shows: 'Shift Duration' },
  },
  {
    ...{ name: 'employee-report-of-no-shifts', path: paths.employeeReport, row: 'employee' },
    ...{ title: 'Sofia Marchetti', query: '?from=2020-01-01&to=2020-01-31' },
    shows: 'No shifts in this period',
  },
  { name: 'employee-sales', path: paths.employeeSales, row: 'employee', title: 'Sofia Marchetti' },
  { name: 'add-employee', path: paths.addEmployee, title: 'Add Employee' },
  {
    name: 'add-employee-refused',
    path: paths.addEmployee,
    title: 'Add Employee',
    after: press('Add employee'),
    shows: 'Please correct',
  },
  { name: 'job-aids', path: paths.allJobAids, title: 'All Job Aids', shows: 'objections' },
  { name: 'add-job-aid', path: paths.addJobAid, title: 'Add Job Aid' },
  { name: 'proof', path: paths.proof, title: 'Proof', shows: 'Download everything' },
  { name: 'history', path: paths.history, title: 'History', shows: 'Sale recorded' },
  {
    name: 'history-of-no-day',
    path: paths.history,
    query: '?kind=sale&to=2020-01-01',
    title: 'History',
    shows: 'Nothing happened that fits',
  },
  {
    name: 'history-of-employee',
    path: paths.historyOf,
    kind: 'employee',
    row: 'employee',
    title: 'History of Sofia Marchetti',
    shows: 'Employee added',
  },
  { name: 'edit-job-aid', path: paths.editJobAid, row: 'jobAid', title: 'Edit Job Aid' },
];

const ofSuperEmployees: readonly Look[] = [
  { name: 'import-sales', path: paths.importSales, title: 'Import', shows: 'Your file' },
  { name: 'company', path: paths.companyProfile, title: 'Company', shows: 'Northlight Energy' },
  {
    name: 'cancel-subscription',
    path: paths.companyProfile,
    title: 'Company',
    after: (page) => page.getByRole('link', { name: 'Cancel' }).click(),
    shows: 'Are you sure?',
  },
];

const ofStoppedAssociates: readonly Look[] = [
  {
    ...{ name: 'not-active-of-associates', path: paths.subscriptionNotActive },
    title: 'Invalid Subscription Status',
  },
];

const ofStoppedSuperEmployees: readonly Look[] = [
  {
    name: 'not-active',
    path: paths.subscriptionNotActive,
    title: 'Invalid Subscription Status',
    shows: 'Renew',
  },
  { name: 'company-canceled', path: paths.companyProfile, title: 'Company', shows: 'canceled' },
  {
    name: 'update-subscription',
    path: paths.updateSubscription,
    row: 'company',
    title: 'Update your subscription',
    shows: 'Sandbox',
  },
];

/** Empty states that say what to do next. */
const ofFirsts: readonly Look[] = [
  { name: 'first-dashboard', path: paths.dashboard, title: 'Dashboard', shows: 'Ada Byron' },
  { name: 'no-sales', path: paths.mySales, title: 'My Sales', shows: 'No sales yet' },
  { name: 'new-sale-without-campaigns', path: paths.newSale, title: 'New Sale', shows: 'Record sale' },
  { name: 'no-goals', path: paths.allGoals, title: 'All Goals', shows: 'No goals yet' },
  { name: 'no-campaigns', path: paths.allCampaigns, title: 'All Campaigns' },
  {
    name: 'campaign-before-goals',
    path: paths.addCampaign,
    title: 'Add Campaign',
    shows: 'You need to first create one goal before you can create a campaign',
  },
  { name: 'first-employees', path: paths.allEmployees, title: 'All Employees', shows: 'Ada Byron' },
  { name: 'no-job-aids', path: paths.allJobAids, title: 'All Job Aids' },
];

const toSetUp = [{ name: 'second-factor', path: paths.secondFactor, title: 'A second factor' }];
const seenBy = (as: Viewer) => (look: Look) => ({ ...look, as });

/** Every screen of the product, and the states that look like screens of their own. */
export const allScreens: readonly Screen[] = [
  ...ofVisitors.map(seenBy('visitor')),
  ...payOf.associates.map(seenBy('associate')),
  ...ofAssociates.map(seenBy('associate')),
  ...payOf.managers.map(seenBy('manager')),
  ...ofManagers.map(seenBy('manager')),
  ...toSetUp.map(seenBy('manager without factor')),
  ...payOf.superEmployees.map(seenBy('super employee')),
  ...ofSuperEmployees.map(seenBy('super employee')),
  ...payOf.firsts.map(seenBy('first')),
  ...ofFirsts.map(seenBy('first')),
  ...ofStoppedAssociates.map(seenBy('stopped associate')),
  ...ofStoppedSuperEmployees.map(seenBy('stopped super employee')),
];

/** The address of a screen. */
export function addressOf({ path, row, kind = '', query = '' }: Screen, rows: Rows): string {
  const address = row ? pathTo(path as typeof paths.sale, rows[row]) : path;
  return (
    address.replace(':kind', kind).replace(':from', rows.payPeriod) +
    query.replace('{now}', new Date().toISOString())
  );
}
