import { paySchedule } from './belongings.ts';
import type { Example } from './examples.ts';

const ofCompany: Example = { of: async (things) => ({ params: { from: await things.payPeriod() } }) };
const ofPerson: Example = {
  of: async (things) => ({
    params: { from: await things.payPeriod() },
    body: { employeeId: things.employeeId, reason: 'Spare' },
  }),
  foreign: 'noSuchEmployee',
};
const read = {
  foreign: { associate: 'restricted', others: 'noSuchEmployee' },
  colleagues: 'restricted',
} as const;

/** Statements are decided on while nothing is on them. */
export const payExamples = {
  'GET /pay/rules': { of: () => ({}) },
  'PUT /pay/schedule': { of: ({ today }) => ({ body: paySchedule(today) }) },
  'PUT /pay/clawback': { of: () => ({ body: { days: '90' } }) },
  'PUT /pay/verification': {
    of: ({ campaignId }) => ({ body: { campaignId, required: 'false' } }),
    foreign: 'noSuchCampaign',
  },
  'POST /pay/sales/{id}/confirm': {
    of: async (things) => ({ params: { id: await things.waitingSale() } }),
    foreign: 'saleNotPending',
  },
  'GET /pay/statements': { of: ({ employeeId }) => ({ query: { employeeId } }), ...read },
  'GET /pay/statements/{from}': {
    of: async (things) => ({
      params: { from: await things.payPeriod() },
      query: { employeeId: things.employeeId },
    }),
    ...read,
  },
  'GET /pay/payroll/{from}': ofCompany,
  'POST /pay/payroll/{from}/approve': ofCompany,
  'POST /pay/payroll/{from}/return': ofPerson,
  'POST /pay/payroll/{from}/lock': ofCompany,
  'GET /pay/payroll/{from}/csv': ofCompany,
  'POST /pay/lines': {
    of: async (things) => {
      await things.payPeriod();
      return { body: { employeeId: things.employeeId, kind: 'bonus', amount: '1', reason: 'Spare' } };
    },
    foreign: 'noSuchEmployee',
  },
  'POST /pay/lines/{id}/undo': {
    of: async (things) => ({
      params: { id: await things.payLine() },
      body: { employeeId: things.employeeId, reason: 'Spare' },
    }),
    foreign: 'noSuchPayLine',
  },
  'GET /pay/claims': { of: ({ employeeId }) => ({ query: { employeeId } }), ...read },
  'POST /pay/claims': {
    of: async (things) => ({ body: { kind: 'line', lineId: await things.payLine(), text: 'It was more' } }),
    ...{ foreign: 'noSuchPayLine', colleagues: 'noSuchPayLine' },
  },
  'POST /pay/claims/{id}/answer': {
    of: async (things) => {
      const { claimId, employeeId } = await things.claim('open');
      return { params: { id: claimId }, body: { employeeId, reason: 'It was not' } };
    },
    foreign: 'noSuchEmployee',
  },
  'POST /pay/claims/{id}/reopen': {
    of: async (things) => {
      const { claimId, employeeId } = await things.claim('answered');
      return { params: { id: claimId }, body: { employeeId, text: 'It was more' } };
    },
    ...read,
  },
} as const satisfies Record<string, Example>;
