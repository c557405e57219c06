import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { Write } from '../../web/src/api/cache/invalidate-after-writes.ts';
import { paths, pathTo } from '../../web/src/kit/paths.ts';

/** The ids of what the writes before added. */
export type Ids = Record<'goal' | 'campaign' | 'employee' | 'aid' | 'sale' | 'import', string>;

export type Step = {
  write: Write;
  /** The open screen of another person. */
  screen: string | ((ids: Ids) => string);
  act: (boss: HttpClient, ids: Ids) => Promise<{ status: number; body: unknown }>;
  /** Appears on it; with `goes` it disappears. Without one anything on it changes. */
  text?: string;
  goes?: true;
  adds?: keyof Ids;
};

const names = { firstName: 'Live', lastName: 'Lister' };
const person = { ...names, username: 'live@lister.test', employeeNumber: 'N-900' };
const worker = { employeeRole: 'sales associate', password: 'aB3dE5gH7j' };
const employees = '/api/employees';

/** In their order: a later write changes what an earlier one added. */
export const listSteps: readonly Step[] = [
  {
    write: 'POST /goals/addgoal',
    screen: paths.allGoals,
    act: (boss) =>
      boss.post('/api/goals/addgoal', { name: 'Live goal', hourlySales: '2', hourlyDecisions: '0' }),
    text: 'Live goal',
    adds: 'goal',
  },
  {
    write: 'POST /campaigns/addcampaign',
    screen: paths.allCampaigns,
    act: (boss, { goal }) =>
      boss.post('/api/campaigns/addcampaign', {
        ...{ name: 'Live campaign', commission: '10', tax: '13', goalId: goal },
      }),
    text: 'Live campaign',
    adds: 'campaign',
  },
  {
    write: 'POST /employees/addemployee',
    screen: paths.allEmployees,
    act: (boss, { campaign }) =>
      boss.post(`${employees}/addemployee`, { ...person, ...worker, campaignId: campaign }),
    text: 'Live Lister',
    adds: 'employee',
  },
  {
    write: 'PATCH /employees/editemployee/{id}',
    screen: ({ employee }) => pathTo(paths.employee, employee),
    act: (boss, { employee, campaign }) =>
      boss.patch(`${employees}/editemployee/${employee}`, {
        ...worker,
        lastName: 'Renamed',
        campaignId: campaign,
      }),
    text: 'Live Renamed',
  },
  {
    write: 'PATCH /campaigns/editcampaign/{id}',
    screen: paths.allEmployees,
    act: (boss, { campaign }) =>
      boss.patch(`/api/campaigns/editcampaign/${campaign}`, { name: 'Other campaign' }),
    text: 'Other campaign',
  },
  {
    write: 'PATCH /goals/editgoal/{id}',
    screen: paths.allEmployees,
    act: (boss, { goal }) => boss.patch(`/api/goals/editgoal/${goal}`, { name: 'Other goal' }),
    text: 'Other goal',
  },
  {
    write: 'DELETE /employees/delete/{id}',
    screen: ({ campaign }) => pathTo(paths.campaign, campaign),
    act: (boss, { employee }) => boss.delete(`${employees}/delete/${employee}`),
    text: 'Live Renamed',
    goes: true,
  },
  {
    write: 'DELETE /campaigns/delete/{id}',
    screen: ({ goal }) => pathTo(paths.goal, goal),
    act: (boss, { campaign }) => boss.delete(`/api/campaigns/delete/${campaign}`),
    text: 'Other campaign',
    goes: true,
  },
  {
    write: 'DELETE /goals/delete/{id}',
    screen: paths.allGoals,
    act: (boss, { goal }) => boss.delete(`/api/goals/delete/${goal}`),
    text: 'Other goal',
    goes: true,
  },
  {
    write: 'POST /jobaids/addjobaid',
    screen: paths.allJobAids,
    act: (boss) => boss.post('/api/jobaids/addjobaid', { name: 'Live aid', url: 'https://example.test/aid' }),
    text: 'Live aid',
    adds: 'aid',
  },
  {
    write: 'PATCH /jobaids/edit/{id}',
    screen: paths.allJobAids,
    act: (boss, { aid }) =>
      boss.patch(`/api/jobaids/edit/${aid}`, { name: 'Other aid', url: 'https://example.test' }),
    text: 'Other aid',
  },
  {
    write: 'DELETE /jobaids/delete/{id}',
    screen: paths.allJobAids,
    act: (boss, { aid }) => boss.delete(`/api/jobaids/delete/${aid}`),
    text: 'Other aid',
    goes: true,
  },
];

/** Of one seller, with the local date of today; the seller and the owner act themselves where only they may. */
export function otherSteps(
  { id, email, today, campaignId }: { id: string; email: string; today: string; campaignId: string },
  { seller, owner }: { seller: HttpClient; owner: HttpClient },
): readonly Step[] {
  const sales = pathTo(paths.employeeSales, id);
  const report = pathTo(paths.employeeReport, id);
  const shift = { employeeId: id, loginDate: today };
  const imports = '/api/imports';
  return [
    {
      write: 'POST /sales/addsale',
      screen: sales,
      act: () =>
        seller.post('/api/sales/addsale', { name: 'Live sale', campaignId, price: '10', status: 'Lead' }),
      text: 'Live sale',
      adds: 'sale',
    },
    {
      write: 'PATCH /sales/editsale/{id}',
      screen: sales,
      // A lead counts in no figure.
      act: (_boss, { sale }) =>
        seller.patch(`/api/sales/editsale/${sale}`, { name: 'Other sale', status: 'Lead' }),
      text: 'Other sale',
    },
    {
      write: 'DELETE /sales/delete/{id}',
      screen: sales,
      act: (_boss, { sale }) => seller.delete(`/api/sales/delete/${sale}`, { entryDate: today }),
      text: 'Other sale',
      goes: true,
    },
    {
      write: 'PATCH /employees/edit/shiftduration',
      screen: report,
      act: () => seller.patch(`${employees}/edit/shiftduration`, { shiftDuration: '7' }),
    },
    {
      write: 'PATCH /employees/edit/shiftDuration/manager',
      screen: report,
      act: (boss) => boss.patch(`${employees}/edit/shiftDuration/manager`, { ...shift, shiftDuration: '6' }),
    },
    {
      write: 'PATCH /employees/edit/shiftstart',
      screen: report,
      act: () => seller.patch(`${employees}/edit/shiftstart`, { loginTime: '00:01' }),
    },
    {
      write: 'PATCH /employees/edit/shiftstart/manager',
      screen: report,
      act: (boss) => boss.patch(`${employees}/edit/shiftstart/manager`, { ...shift, loginTime: '00:02' }),
    },
    {
      write: 'POST /imports',
      screen: paths.importSales,
      act: () =>
        owner.post(`${imports}?name=live.csv`, {
          text: `date,employee,campaign,price\n${today},${email},Heat Pumps,10\n`,
        }),
      text: 'live.csv',
      adds: 'import',
    },
    {
      write: 'POST /imports/{id}/start',
      screen: paths.importSales,
      act: (_boss, { import: file }) => owner.post(`${imports}/${file}/start`, {}),
      text: 'Undo this import',
    },
    {
      write: 'POST /imports/{id}/undo',
      screen: paths.importSales,
      act: (_boss, { import: file }) => owner.post(`${imports}/${file}/undo`, {}),
      text: 'Undo this import',
      goes: true,
    },
  ];
}

export const subscriptionSteps: readonly Step[] = [
  {
    write: 'POST /companies/save-subscription',
    screen: paths.companyProfile,
    act: (boss) => boss.post('/api/companies/save-subscription', { paymentMethodId: 'pm_card_visa' }),
  },
  {
    write: 'DELETE /companies/cancel-subscription',
    screen: paths.companyProfile,
    act: (boss) => boss.delete('/api/companies/cancel-subscription'),
    // Its receipt.
    text: 'Refund',
  },
];

/** The writes that change a list of the person's own sessions. */
export const SESSION_WRITES: readonly Write[] = [
  'DELETE /logout',
  'DELETE /employees/sessions/{id}',
  'DELETE /employees/sessions',
  'PATCH /employees/password',
];

/** Writes that no screen of another person shows, and why. */
export const UNSEEN: Partial<Record<Write, string>> = {
  'PATCH /sales/update/salesperhour': 'a rate moves with the clock of each screen',
  'POST /audit/proof/verification': 'a check shows its progress to the person that began it',
  'POST /demo/bot': 'the sales of the bot are news like others',
  'POST /imports/{id}/preview': 'the list has no plans',
  'POST /companies/create-setup-intent': 'it stores nothing',
  'POST /employees/passkeys/options': 'as above',
  'DELETE /employees/sessions-of/{id}': 'administration.test.ts sees the sessions end',
  'DELETE /employees/factors-of/{id}': 'as above',
  'POST /employees/authenticator/options': 'as above',
  'POST /employees/authenticator': 'only its person sees it, where it was set up',
  ...{ 'DELETE /employees/authenticator': 'as above', 'POST /employees/recovery-codes': 'as above' },
  'POST /employees/confirm-identity/options': 'it stores nothing that shows',
  'POST /employees/confirm-identity': 'it is known to the session alone',
  'POST /employees/passkeys': 'only its person sees a passkey, where it was added',
  'PATCH /employees/passkeys/{id}': 'as above',
  'DELETE /employees/passkeys/{id}': 'as above',
  'POST /employees/erasure': 'a mail tells the super employee',
  'DELETE /employees/erasure': 'the list of the super employee is loaded when it is opened',
  'PATCH /companies/erasures/{id}': 'a mail tells the person',
  'POST /employees/email/code': 'a mail goes to the person that asked',
  'POST /employees/invite/{id}': 'a mail goes to the invited',
  'PATCH /companies/account-rules': 'only the super employee sees it, where it was set',
  ...{ 'PUT /pay/clawback': 'as above', 'PUT /pay/verification': 'as above' },
  'DELETE /employees/pending-emails/{id}': 'the lists of employees have no such emails',
  'PUT /employees/email': 'own-email.test.ts sees the new email in the read models',
};
