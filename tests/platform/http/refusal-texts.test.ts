import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiWorld, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';

const api = apiWorld();
let company: Company;
let manager: HttpClient;
beforeAll(async () => {
  company = await api.company();
  manager = await api.signedIn(company.manager);
});

const TOO_LONG = 'x'.repeat(65);
const EDIT = 'Failed to edit data. If the problem persists please contact your adminstrator';
const ADD = 'Failed to add data. If the problem persists please contact your adminstrator';
const FETCH = 'Failed to retrieve the requested Data.';

describe('a request that does not fit its call', () => {
  it.each([
    ['post', '/goals/addgoal', ADD],
    ['post', '/campaigns/addcampaign', ADD],
    ['post', '/employees/addemployee', ADD],
    ['post', '/jobaids/addjobaid', ADD],
    ['post', '/sales/addsale', 'Make sure all input fields are complete'],
    ['patch', '/goals/editgoal/x', EDIT],
    ['patch', '/campaigns/editcampaign/x', EDIT],
    ['patch', '/employees/editemployee/x', EDIT],
    ['patch', '/jobaids/edit/x', EDIT],
    ['patch', '/sales/editsale/x', EDIT],
    ['patch', '/employees/edit/shiftDuration/manager', EDIT],
    ['delete', `/sales/delete/${TOO_LONG}`, 'Could Not delete sale'],
    ['delete', `/campaigns/delete/${TOO_LONG}`, 'Could Not delete Campaign'],
    ['delete', `/goals/delete/${TOO_LONG}`, 'Could Not delete Goal'],
    ['delete', `/employees/delete/${TOO_LONG}`, 'Could Not delete employee'],
    ['delete', `/jobaids/delete/${TOO_LONG}`, 'Could not delete aid'],
  ] as const)(
    'is refused in the words of section 8: %s %s',
    { tags: ['spec-8.8', 'spec-8.9', 'spec-8.11', 'spec-8.12'] },
    async (method, path, message) => {
      // Each field of each form gets a number too large for any field.
      const fields = ['name', 'firstName', 'lastName', 'status', 'loginDate'].map((field) => [field, 1e300]);
      const reply = await manager[method](path, Object.fromEntries(fields), AS_JSON);
      expect({ status: reply.status, message: reply.body.message }).toEqual({ status: 400, message });
    },
  );

  it.each([
    '/goals/getgoals/all?limit=x',
    '/campaigns/getcampaigns/all?limit=x',
    '/employees/getemployees/all?limit=x',
    '/logs/getlogs/all?limit=x',
    '/jobaids/getjobaids?limit=x',
    '/sales/getsales/all?limit=x',
    '/logs/getlogsbyid&date',
    `/goals/getcampaigns/${TOO_LONG}`,
    `/campaigns/getemployees/${TOO_LONG}`,
    `/employees/getsubordinates/${TOO_LONG}`,
    `/employees/getemployee/${TOO_LONG}`,
    `/logs/getlogs/${TOO_LONG}`,
    `/logs/getchartdata/${TOO_LONG}`,
    `/sales/get-commission/${TOO_LONG}`,
  ])('is refused in the words of section 8: GET %s', { tags: ['spec-8.10'] }, async (path) => {
    const reply = await manager.get(path);
    expect({ status: reply.status, message: reply.body.message }).toEqual({ status: 400, message: FETCH });
  });
});

describe('a text that is too long', () => {
  const LONG = 'x'.repeat(256);
  const DIGITS = '1'.repeat(50);
  const sale = { name: 'Panels', campaignId: 'x' };
  const campaign = { name: 'Solar', commission: '10', tax: '13', goalId: 'x' };
  const person = { firstName: 'Ann', lastName: 'Lee', username: 'ann@example.test', campaignId: 'x' };
  const associate = { ...person, employeeRole: 'sales associate' };
  const shift = { shiftDuration: '8', loginDate: '2026-03-02T00:00:00Z' };
  const reset = { username: 'ann@example.test', otpId: 'x' };
  const url = `https://example.test/${'x'.repeat(2048)}`;

  it.each([
    ['POST', '/sales/addsale', { ...sale, name: LONG }, 'invalidText'],
    ['POST', '/sales/addsale', { ...sale, customerNumber: LONG }, 'invalidText'],
    ['POST', '/sales/addsale', { ...sale, price: DIGITS }, 'invalidPrice'],
    ['POST', '/sales/addsale', { ...sale, discount: DIGITS }, 'invalidPercent'],
    ['POST', '/sales/addsale', { ...sale, status: LONG }, 'invalidStatus'],
    ['POST', '/goals/addgoal', { name: LONG, hourlySales: '1' }, 'invalidText'],
    ['POST', '/goals/addgoal', { name: 'Steady', hourlySales: DIGITS }, 'invalidNumber'],
    ['POST', '/campaigns/addcampaign', { ...campaign, name: LONG }, 'invalidText'],
    ['POST', '/jobaids/addjobaid', { name: LONG, url: 'https://example.test' }, 'invalidText'],
    ['POST', '/jobaids/addjobaid', { name: 'Script', url }, 'invalidUrl'],
    ['POST', '/employees/addemployee', { ...associate, firstName: LONG }, 'invalidText'],
    ['POST', '/employees/addemployee', { ...associate, employeeNumber: LONG }, 'invalidText'],
    ['POST', '/employees/addemployee', { ...associate, username: `${LONG}${LONG}@x.test` }, 'invalidEmail'],
    ['POST', '/employees/addemployee', { ...person, employeeRole: LONG }, 'invalidRole'],
    ['POST', '/employees/addemployee', { ...associate, shiftDuration: DIGITS }, 'invalidDuration'],
    ['POST', '/employees/addemployee', { ...associate, password: 'x'.repeat(2000) }, 'tooLong'],
    ['PATCH', '/employees/edit/shiftduration', { shiftDuration: DIGITS }, 'invalidDuration'],
    ['PATCH', '/employees/edit/shiftDuration/manager', shift, 'invalidDate'],
    ['PUT', '/employees/resetpassword', { ...reset, newPassword: 'Aa!'.repeat(400) }, 'tooLong'],
    ['POST', '/login', { username: 'ann@example.test', password: 'x', tz: LONG }, 'invalidTimeZone'],
  ] as const)('is refused in the words for its field: %s %s %#', async (method, path, fields, error) => {
    const { employeeId } = company.associate;
    const reply = await manager.send(method, path, { ...fields, employeeId });
    expect({ status: reply.status, ...reply.body }).toEqual({ status: 400, error, message: messages[error] });
  });
});

it('an internal failure has the wording of section 8 and does not reveal its cause', {
  tags: ['asvs-16.5.1', 'spec-8.13'],
}, async () => {
  const broken = await startApi(api.databaseUrl, {
    progress: (real) => ({
      ...real,
      position: () => {
        throw new Error('secret cause');
      },
    }),
  });
  const reply = await broken.client().get('/employees/is-logged-in');
  expect(reply.status).toBe(500);
  expect(reply.body).toEqual({
    message: 'Internal server errror. Please contact your administrator',
    error: 'internalServerError',
  });
  await broken.close();
});
