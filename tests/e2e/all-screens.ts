import type { Page } from 'playwright-core';
import { paths, pathTo } from '../../web/src/app/paths.ts';

/** Who looks at it. `stopped` are people of a company whose subscription is not active. */
export type Viewer =
  | 'visitor'
  | 'associate'
  | 'manager'
  | 'super employee'
  | 'stopped associate'
  | 'stopped super employee';

/** Rows that the screens of one row are about. */
export type Rows = Readonly<
  Record<'company' | 'sale' | 'goal' | 'campaign' | 'employee' | 'jobAid' | 'mailedEmail', string>
>;

export type Screen = {
  /** Of its picture. */
  readonly name: string;
  /** As in `paths`. */
  readonly path: string;
  readonly as: Viewer;
  /** The row that stands for `:id`. */
  readonly row?: keyof Rows;
  /** Title of the page, which says that it is this one. */
  readonly title: string;
  /** What must be there before it is looked at. */
  readonly shows?: string | RegExp;
  /** What is done there first. */
  readonly after?: (page: Page, rows: Rows) => Promise<void>;
};

const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const visitors: readonly Omit<Screen, 'as'>[] = [
  { name: 'landing', path: paths.root, title: 'Tallyboard' },
  { name: 'pricing', path: paths.pricing, title: 'Pricing', shows: 'Choose the Perfect Plan for Your Team' },
  { name: 'contact', path: paths.contact, title: 'Contact', shows: 'How can we assist?' },
  { name: 'contact-refused', path: paths.contact, title: 'Contact', after: click('Submit') },
  { name: 'terms', path: paths.terms, title: 'Terms' },
  { name: 'privacy', path: paths.privacy, title: 'Privacy' },
  { name: 'sign-in', path: paths.login, title: 'Log in' },
  {
    name: 'sign-in-refused',
    path: paths.login,
    title: 'Log in',
    after: click('Log in'),
    shows: 'invalid email',
  },
  { name: 'confirm-email', path: paths.confirmEmail, title: 'Reset' },
  { name: 'register', path: paths.register, title: 'Regist' },
  { name: 'register-refused', path: paths.register, title: 'Regist', after: click('Next') },
  { name: 'not-found', path: '/no/such/page', title: 'Page not found' },
  { name: 'gallery', path: paths.gallery, title: 'Components' },
];

const associates: readonly Omit<Screen, 'as'>[] = [
  { name: 'dashboard', path: paths.dashboard, title: 'Dashboard', shows: 'Amara Okafor' },
  { name: 'new-sale', path: paths.newSale, title: 'New Sale' },
  { name: 'new-sale-refused', path: paths.newSale, title: 'New Sale', after: click('Record sale') },
  { name: 'my-sales', path: paths.mySales, title: 'My Sales', shows: 'Total Commission' },
  { name: 'sale', path: paths.sale, row: 'sale', title: '', shows: 'Entry Date' },
  { name: 'edit-sale', path: paths.editSale, row: 'sale', title: 'Edit Sale' },
  { name: 'job-aids-of-associates', path: paths.allJobAids, title: 'Job Aids' },
  { name: 'profile', path: paths.myProfile, title: 'My Profile' },
  { name: 'restricted', path: paths.allGoals, title: 'Restricted Access' },
  { name: 'wall', path: paths.wall, title: '' },
];

const managers: readonly Omit<Screen, 'as'>[] = [
  { name: 'goals', path: paths.allGoals, title: 'All Goals', shows: 'Steady' },
  { name: 'goal', path: paths.goal, row: 'goal', title: 'Steady' },
  { name: 'edit-goal', path: paths.editGoal, row: 'goal', title: 'Edit Goal' },
  { name: 'add-goal', path: paths.addGoal, title: 'Add Goal' },
  { name: 'campaigns', path: paths.allCampaigns, title: 'All Campaigns', shows: 'Heat Pumps' },
  { name: 'campaign', path: paths.campaign, row: 'campaign', title: '' },
  { name: 'edit-campaign', path: paths.editCampaign, row: 'campaign', title: 'Edit Campaign' },
  { name: 'add-campaign', path: paths.addCampaign, title: 'Add Campaign' },
  { name: 'employees', path: paths.allEmployees, title: 'All Employees', shows: 'Amara Okafor' },
  { name: 'my-team', path: paths.myTeam, title: 'My Team' },
  { name: 'employee', path: paths.employee, row: 'employee', title: '', shows: 'Weekly Stats' },
  { name: 'edit-employee', path: paths.editEmployee, row: 'employee', title: 'Edit Employee' },
  {
    name: 'employee-report',
    path: paths.employeeReport,
    row: 'employee',
    title: '',
    shows: 'Shift Duration',
  },
  { name: 'add-employee', path: paths.addEmployee, title: 'Add Employee' },
  { name: 'job-aids', path: paths.allJobAids, title: 'Job Aids' },
  { name: 'add-job-aid', path: paths.addJobAid, title: 'Add Job Aid' },
  { name: 'edit-job-aid', path: paths.editJobAid, row: 'jobAid', title: 'Edit Job Aid' },
];

const superEmployees: readonly Omit<Screen, 'as'>[] = [
  { name: 'company', path: paths.companyProfile, title: 'Company', shows: 'Monthly charge' },
  // By its link: by its address, who pays already is sent to the dashboard.
  {
    name: 'update-subscription',
    path: paths.companyProfile,
    title: 'Company',
    after: (page) => page.getByRole('link', { name: 'Update' }).click(),
    shows: 'Test card',
  },
];

const stopped: readonly Screen[] = [
  {
    name: 'not-active-of-associates',
    path: paths.subscriptionNotActive,
    as: 'stopped associate',
    title: 'Invalid Subscription Status',
  },
  {
    name: 'not-active',
    path: paths.subscriptionNotActive,
    as: 'stopped super employee',
    title: 'Invalid Subscription Status',
  },
  {
    name: 'not-active-company',
    path: paths.companyProfile,
    as: 'stopped super employee',
    title: 'Company',
    shows: 'canceled',
  },
];

const seenBy = (as: Viewer) => (screen: Omit<Screen, 'as'>) => ({ ...screen, as });

/** Every screen of the product, and those of its states that look like a screen of their own. */
export const allScreens: readonly Screen[] = [
  ...visitors.map(seenBy('visitor')),
  ...associates.map(seenBy('associate')),
  ...managers.map(seenBy('manager')),
  ...superEmployees.map(seenBy('super employee')),
  ...stopped,
];

/** The address of a screen. */
export function addressOf({ path, row }: Screen, rows: Rows): string {
  return row ? pathTo(path as typeof paths.sale, rows[row]) : path;
}
