import { beforeAll, describe, expect, it } from 'vitest';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { refusalOf, type Sent } from './refusal.ts';

const api = apiWorld();
let company: Company;
let cookie: string;
beforeAll(async () => {
  company = await api.company();
  cookie = `tb_session=${(await api.signedIn(company.associate)).cookies.get('tb_session')}`;
});

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const sale = () => ({ name: 'Panels', campaignId: company.campaignId });

const refused = (sent: Partial<Sent>) => refusalOf(api, { cookie, ...sent });

describe('an unreadable body', () => {
  it.each([
    ['bad JSON', JSON_TYPE, '{"name":', 400, 'malformed'],
    ['an empty JSON body', JSON_TYPE, '', 400, 'malformed'],
    [
      'JSON that would poison prototypes',
      JSON_TYPE,
      '{"__proto__":{"role":"manager"},"name":"x"}',
      400,
      'malformed',
    ],
    [
      'JSON that would poison constructors',
      JSON_TYPE,
      '{"constructor":{"prototype":{}},"name":"x"}',
      400,
      'malformed',
    ],
    ['a JSON array', JSON_TYPE, '[]', 400, 'incompleteFields'],
    ['JSON null', JSON_TYPE, 'null', 400, 'incompleteFields'],
    ['text', 'text/plain', 'name=x', 415, 'malformed'],
    ['XML', 'application/xml', '<sale/>', 415, 'malformed'],
    ['a file', 'multipart/form-data; boundary=x', '--x--', 415, 'malformed'],
    ['nonsense for a type', 'nonsense', 'x', 415, 'malformed'],
    ['an empty form', FORM_TYPE, '', 400, 'incompleteFields'],
    ['a form that would poison prototypes', FORM_TYPE, '__proto__=x&constructor=y', 400, 'incompleteFields'],
  ])('is refused: %s', { tags: ['asvs-15.3.6'] }, async (_what, type, payload, status, error) => {
    expect(await refused({ type, payload })).toEqual({ status, error });
  });

  it('is ignored by a call that takes no body', async () => {
    const headers = { cookie, 'content-type': JSON_TYPE };
    const url = '/api/sales/update/salesperhour';
    const reply = await api.app.inject({ method: 'PATCH', url, headers });
    expect(reply.json()).toMatchObject({ success: true });
    expect(
      await refused({ method: 'PATCH', path: '/sales/update/salesperhour', type: JSON_TYPE, payload: '{' }),
    ).toEqual({ status: 400, error: 'malformed' });
  });

  it('is refused when it is missing', async () => {
    expect(await refused({})).toEqual({ status: 400, error: 'incompleteFields' });
  });

  it.each([JSON_TYPE, FORM_TYPE])(
    'is refused when it is 10 MB of %s',
    {
      tags: ['reliability-46'],
    },
    async (type) => {
      const payload = Buffer.alloc(10_000_000, type === JSON_TYPE ? '[' : 'a=b&');
      expect(await refused({ type, payload })).toEqual({ status: 413, error: 'tooLarge' });
    },
  );

  it('is not read for a request without a session', async () => {
    const payload = Buffer.alloc(10_000_000, 'a');
    expect(await refused({ type: JSON_TYPE, payload, cookie: '' })).toEqual({
      status: 401,
      error: 'notLoggedIn',
    });
  });
});

describe('fields', () => {
  it.each([
    ['a field twice', () => `name=a&name=b&campaignId=${company.campaignId}`],
    ['a required field missing', () => 'name=a'],
    ['NUL', () => `name=a%00b&campaignId=${company.campaignId}`],
    ['NUL in an id', () => 'name=a&campaignId=%00'],
    ['NUL where it is optional', () => `name=a&campaignId=${company.campaignId}&details=%00`],
    ['an escape sequence', () => `name=%1b%5b2J&campaignId=${company.campaignId}`],
    ['too long a text', () => `name=${'a'.repeat(256)}&campaignId=${company.campaignId}`],
    ['too long an id', () => `name=a&campaignId=${'a'.repeat(65)}`],
    ['a foreign employee', () => `name=a&campaignId=${company.campaignId}&employeeId=somebody`],
    ['half an encoding', () => 'name=%&campaignId=%zz'],
  ])('are refused: %s', async (_what, payload) => {
    await refused({ type: FORM_TYPE, payload: payload() });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a number for a text', { name: 7 }],
    ['an object for a text', { name: {} }],
    ['null', { name: null }],
    ['a boolean', { customerNumber: true }],
    ['an array', { details: ['x'] }],
    ['half a character', { name: '\ud800' }],
    ['infinity', { price: '1e999' }],
    ['a price that is text', { price: 'ten' }],
    ['hexadecimal', { price: '0x10' }],
    ['an exponent', { discount: '1e1' }],
    ['an object as an operator', { campaignId: { $ne: '' } }],
  ])(
    'are refused in JSON: %s',
    { tags: ['asvs-1.5.2', 'asvs-15.3.5', 'decision-9.3'] },
    async (_what, wrong) => {
      await refused({ type: JSON_TYPE, payload: JSON.stringify({ ...sale(), ...wrong }) });
    },
  );

  it.each([
    ['POST /login with a number', JSON_TYPE, '{"username":1,"password":2}'],
    ['POST /login with nothing', FORM_TYPE, ''],
    ['POST /login with a password twice', FORM_TYPE, 'username=a@b.test&password=1&password=2'],
    ['POST /login with NUL', FORM_TYPE, 'username=a%00@b.test&password=1'],
    ['POST /login with a huge password', FORM_TYPE, `username=a@b.test&password=${'x'.repeat(2000)}`],
  ])('are refused: %s', async (_what, type, payload) => {
    await refused({ path: '/login', type, payload, cookie: '' });
  });
});
