import type { AccessRole, RouteName } from '#contracts/endpoints/access-table.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { newId } from '#platform/ids.ts';
import type { Belongings } from './belongings.ts';
import { importExamples } from './import-examples.ts';
import { ownAccountExamples } from './own-account-examples.ts';
import { payExamples } from './pay-examples.ts';
import { registrationExamples } from './registration-examples.ts';
import { signInExamples } from './sign-in-examples.ts';

export type Sent = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  /** Cookies besides the session. */
  readonly cookies?: Readonly<Record<string, string>>;
};

type Refusals = MessageCode | { readonly associate: MessageCode; readonly others: MessageCode };

/** A request that is answered 200 when its ids belong to the sender. */
export type Example = {
  readonly of: (things: Belongings) => Sent | Promise<Sent>;
  /** The answer to a sender with access when the ids are another company's; absent when the request has no ids. */
  readonly foreign?: Refusals;
  /** The answer to an associate when the ids are a colleague's; absent when the associate may use them. */
  readonly colleagues?: MessageCode;
};

export function refusalOf(refusals: Refusals, role: AccessRole): MessageCode {
  if (typeof refusals === 'string') return refusals;
  return role === 'associate' ? refusals.associate : refusals.others;
}

const nothing = { of: () => ({}) };
const ofEmployee = {
  of: ({ employeeId }: Belongings) => ({ params: { id: employeeId } }),
  foreign: 'noSuchEmployee',
} as const;
const salesList = {
  foreign: { associate: 'restricted', others: 'noSuchEmployee' },
  colleagues: 'restricted',
} as const;
const oneSale = { foreign: 'noSuchSale', colleagues: 'noSuchSale' } as const;
const person = ({ campaignId, managerId }: Belongings) => ({
  ...{ firstName: 'New', lastName: 'Person', username: `${newId()}@example.test`, employeeNumber: '7' },
  ...{ employeeRole: 'sales associate', password: 'aB3dE5gH7j', campaignId, managerId },
});
const goal = { name: 'Goal', hourlySales: '2', hourlyDecisions: '0' };
const aid = { name: 'Aid', url: 'https://example.test/aid' };

/** One for every row of the access table: a route without an example does not compile. */
export const examples: Readonly<Record<RouteName, Example>> = {
  ...signInExamples,
  'POST /employees/confirmemail': {
    of: async (things) => ({ body: { username: (await things.code()).email } }),
  },
  'POST /employees/resendotp': {
    of: async (things) => ({ body: { username: (await things.code()).email } }),
  },
  'POST /employees/verifyotp': {
    of: async (things) => {
      const { otpId, code } = await things.code();
      return { body: { id: otpId, otp: code } };
    },
  },
  'PUT /employees/resetpassword': {
    of: async (things) => {
      const { email, otpId } = await things.proof();
      return { body: { username: email, otpId, newPassword: 'Quiet.otter' } };
    },
  },

  ...registrationExamples,
  ...payExamples,
  'GET /employees/sessions': nothing,
  'DELETE /employees/sessions/{id}': {
    of: async (things) => ({ params: { id: await things.session() } }),
    foreign: 'noSuchSession',
    colleagues: 'noSuchSession',
  },
  'DELETE /employees/sessions': nothing,
  ...ownAccountExamples,
  'GET /employees/getemployee': nothing,
  'GET /employees/getemployee/{id}': ofEmployee,
  'GET /employees/getemployees/all': nothing,
  'GET /employees/getsubordinates/{id}': {
    of: ({ managerId }) => ({ params: { id: managerId } }),
    foreign: 'noSuchEmployee',
  },
  'POST /employees/addemployee': {
    of: (things) => ({ body: person(things) }),
    foreign: 'noSuchCampaign',
  },
  'PATCH /employees/editemployee/{id}': {
    of: async (things) => ({ params: { id: await things.employee() }, body: person(things) }),
    foreign: 'noSuchEmployee',
  },
  'DELETE /employees/delete/{id}': {
    of: async (things) => ({ params: { id: await things.employee() } }),
    foreign: 'noSuchEmployee',
  },
  'PATCH /employees/edit/shiftduration': { of: () => ({ body: { shiftDuration: '7' } }) },
  'PATCH /employees/edit/shiftstart': { of: () => ({ body: { loginTime: '00:00' } }) },
  'PATCH /employees/edit/shiftstart/manager': {
    of: ({ employeeId, today }) => ({ body: { loginTime: '00:00', employeeId, loginDate: today } }),
    foreign: 'noSuchEmployee',
  },
  'PATCH /employees/edit/shiftDuration/manager': {
    of: ({ employeeId, today }) => ({ body: { shiftDuration: '6', employeeId, loginDate: today } }),
    foreign: 'noSuchEmployee',
  },
  'GET /logs/getlogs/all': nothing,
  'GET /logs/getlogs/{id}': ofEmployee,
  'GET /logs/getlogsdaily/{date}': { of: ({ today }) => ({ params: { date: today } }) },
  'GET /logs/getlogsbyid&date': {
    of: ({ employeeId, today }) => ({ query: { id: employeeId, date: today } }),
    foreign: 'noSuchEmployee',
  },
  'GET /logs/getchartdata': nothing,
  'GET /logs/getchartdata/{id}': ofEmployee,
  'GET /campaigns/getcampaigns/all': nothing,
  'GET /campaigns/getemployees/{id}': {
    of: ({ campaignId }) => ({ params: { id: campaignId } }),
    foreign: 'noSuchCampaign',
  },
  'POST /campaigns/addcampaign': {
    of: ({ goalId }) => ({ body: { name: 'Campaign', commission: '10', tax: '13', goalId } }),
    foreign: 'noSuchGoal',
  },
  'PATCH /campaigns/editcampaign/{id}': {
    of: async (things) => ({
      params: { id: await things.campaign() },
      body: { name: 'Renamed', goalId: things.goalId },
    }),
    foreign: 'noSuchCampaign',
  },
  'DELETE /campaigns/delete/{id}': {
    of: async (things) => ({ params: { id: await things.campaign() } }),
    foreign: 'noSuchCampaign',
  },

  'GET /goals/getgoals/all': nothing,
  'GET /goals/getcampaigns/{id}': {
    of: ({ goalId }) => ({ params: { id: goalId } }),
    foreign: 'noSuchGoal',
  },
  'POST /goals/addgoal': { of: () => ({ body: goal }) },
  'PATCH /goals/editgoal/{id}': {
    of: async (things) => ({ params: { id: await things.goal() }, body: goal }),
    foreign: 'noSuchGoal',
  },
  'DELETE /goals/delete/{id}': {
    of: async (things) => ({ params: { id: await things.goal() } }),
    foreign: 'noSuchGoal',
  },

  'POST /sales/addsale': {
    of: ({ employeeId, campaignId }) => ({ body: { name: 'Sale', price: '10', employeeId, campaignId } }),
    foreign: { associate: 'restricted', others: 'noSuchEmployee' },
    colleagues: 'restricted',
  },
  'GET /sales/getsales/all': { of: ({ employeeId }) => ({ query: { employeeId } }), ...salesList },
  'GET /sales/getsales/{date}': {
    of: ({ employeeId, today }) => ({ params: { date: today }, query: { employeeId } }),
    ...salesList,
  },
  'GET /sales/getsale/{id}': { of: async (things) => ({ params: { id: await things.sale() } }), ...oneSale },
  'PATCH /sales/update/salesperhour': nothing,
  'PATCH /sales/editsale/{id}': {
    of: async (things) => ({
      params: { id: await things.sale() },
      body: { status: 'Negotiating', campaignId: things.campaignId },
    }),
    ...oneSale,
  },
  'DELETE /sales/delete/{id}': {
    of: async (things) => ({ params: { id: await things.sale() }, body: { entryDate: things.today } }),
    ...oneSale,
  },
  'GET /sales/get-commission/{id}': ofEmployee,

  'GET /audit/numbers/commission/{id}': ofEmployee,
  'GET /audit/numbers/day/{id}/{date}': {
    of: ({ employeeId, today }) => ({ params: { id: employeeId, date: today } }),
    foreign: 'noSuchEmployee',
  },
  'GET /audit/numbers/goal/{id}': ofEmployee,

  'GET /audit/events': nothing,
  'GET /audit/events.csv': nothing,
  'GET /audit/events.jsonl': nothing,
  'GET /audit/history/{kind}/{id}': {
    of: async (things) => ({ params: { kind: 'sale', id: await things.sale() } }),
    foreign: 'noSuchSale',
    colleagues: 'noSuchSale',
  },
  'GET /audit/moments': nothing,
  'GET /audit/names': nothing,
  'GET /jobaids/getjobaids': nothing,
  'POST /jobaids/addjobaid': { of: () => ({ body: aid }) },
  'PATCH /jobaids/edit/{id}': {
    of: async (things) => ({ params: { id: await things.jobAid() }, body: aid }),
    foreign: 'noSuchJobAid',
  },
  'DELETE /jobaids/delete/{id}': {
    of: async (things) => ({ params: { id: await things.jobAid() } }),
    foreign: 'noSuchJobAid',
  },

  'GET /audit/comparison/{date}': { of: () => ({ params: { date: '2026-03-02' } }) },
  'GET /audit/replay/{date}': { of: ({ today }) => ({ params: { date: today } }) },
  'GET /audit/proof': nothing,
  'POST /audit/proof/verification': nothing,
  'GET /audit/proof/seals': nothing,
  'GET /audit/proof/held/{link}': { of: () => ({ params: { link: '0'.repeat(64) } }) },
  'GET /audit/proof/seal-tree': { of: () => ({ query: { size: '1' } }) },
  'GET /audit/proof/export': nothing,
  'GET /audit/proof/statement/{id}': ofEmployee,

  ...importExamples,
  'GET /demo/bot': nothing,
  'POST /demo/bot': { of: () => ({ body: { run: 'true' } }) },
  'POST /contact-us': {
    of: ({ email }) => ({
      body: {
        ...{ firstName: 'Ana', lastName: 'Ng', companyName: 'Acme', email, employeeCount: '0-20' },
        ...{ message: 'How much is it?', consent: 'on' },
      },
    }),
  },
  'POST /client-errors': { of: () => ({ body: { message: 'x is not a function' } }) },
  'GET /companies/employee-count': nothing,
  'GET /companies/first-steps': nothing,
  'GET /companies/get-company': nothing,
  'GET /companies/receipts': nothing,
  'POST /companies/create-setup-intent': nothing,
  'POST /companies/save-subscription': { of: () => ({ body: { paymentMethodId: 'pm_card_visa' } }) },
  'GET /companies/get-subscription-status/{id}': {
    ...{ of: ({ companyId }) => ({ params: { id: companyId } }), foreign: 'noSuchCompany' },
  },
  'DELETE /companies/cancel-subscription': nothing,
};

/** The path with its parameters and query, below /api. */
export function urlOf(path: string, { params = {}, query }: Sent): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}
