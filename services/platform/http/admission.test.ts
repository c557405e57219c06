import { describe, expect, it } from 'vitest';
import type { AccessRule, Right } from '#contracts/endpoints/access-table.ts';
import type { Principal } from '../principal.ts';
import { checkAccess, isForeign } from './admission.ts';

/** The code of the rejection; null when the access is allowed. */
function codeOf(...args: Parameters<typeof checkAccess>) {
  const checked = checkAccess(...args);
  return checked.ok ? null : checked.code;
}

const associate: Principal = {
  sessionId: 's',
  employeeId: 'me',
  companyId: 'c',
  role: 'sales associate',
  type: 'employee',
  timeZone: 'UTC',
  subscriptionIsActive: true,
};
const manager: Principal = { ...associate, role: 'manager' };
const superEmployee: Principal = { ...manager, type: 'super employee' };

function rule(associate: Right, manager: Right, superEmployee: Right, answersInactive = false): AccessRule {
  return {
    rights: { nobody: 'refused', associate, manager, 'super employee': superEmployee },
    answersInactive,
    answersWithoutFactor: false,
    refusal: 'supervisorsDeleteJobAids',
  };
}
const everybody = rule('allowed', 'allowed', 'allowed', true);

describe('access', () => {
  it('is open to everybody where no session is needed', () => {
    const open = { ...everybody, rights: { ...everybody.rights, nobody: 'allowed' as const } };
    expect([null, associate].map((caller) => codeOf(open, caller, undefined))).toEqual([null, null]);
  });

  it('is closed to a person that has to set up a second factor first, apart from what that takes', () => {
    const waiting = { ...manager, needsFactor: true };
    expect(codeOf(everybody, waiting, undefined)).toBe('factorNeeded');
    expect(codeOf({ ...everybody, answersWithoutFactor: true }, waiting, undefined)).toBeNull();
  });

  it('follows the column of the role', () => {
    const managers = rule('refused', 'allowed', 'allowed');
    const administrator = rule('refused', 'refused', 'allowed');
    const ownThings = rule('own', 'own', 'own');
    const asked = (of: AccessRule) =>
      [null, associate, manager, superEmployee].map((caller) => codeOf(of, caller, undefined));
    expect(asked(everybody)).toEqual(['notLoggedIn', null, null, null]);
    expect(asked(ownThings)).toEqual(['notLoggedIn', null, null, null]);
    expect(asked(managers)).toEqual(['notLoggedIn', 'supervisorsDeleteJobAids', null, null]);
    expect(asked(administrator)).toEqual([
      'notLoggedIn',
      'supervisorsDeleteJobAids',
      'supervisorsDeleteJobAids',
      null,
    ]);
  });

  it.each([
    ['me', null],
    ['you', 'supervisorsDeleteJobAids'],
    [undefined, 'supervisorsDeleteJobAids'],
    [['me', 'you'], 'supervisorsDeleteJobAids'],
  ])("to a person's own data: for %j", (id, expected) => {
    expect(codeOf(rule('self', 'allowed', 'allowed'), associate, id)).toBe(expected);
  });

  it('is refused to an inactive company, except for looking and signing out', () => {
    const inactive = { ...superEmployee, subscriptionIsActive: false };
    expect(codeOf(rule('allowed', 'allowed', 'allowed'), inactive, undefined)).toBe('subscriptionInactive');
    expect(codeOf(everybody, inactive, undefined)).toBeNull();
  });

  it('does not reveal roles to an inactive company', () => {
    const inactive = { ...associate, subscriptionIsActive: false };
    expect(codeOf(rule('refused', 'allowed', 'allowed'), inactive, undefined)).toBe('subscriptionInactive');
  });
});

const asked = { protocol: 'http', host: 'localhost:3000' };
const publicUrl = 'https://tally.example';

describe('a state-changing request', () => {
  it.each([
    ['a program, which says nothing', {}],
    ['our own page', { origin: 'https://localhost:3000' }],
    ['our own page at its public address', { origin: 'https://tally.example' }],
    ['our own page by its referer', { referer: 'https://localhost:3000/layout/newsale' }],
    ['our own page by fetch metadata', { 'sec-fetch-site': 'same-origin' }],
    ['a person at the address bar', { 'sec-fetch-site': 'none' }],
  ])('is accepted from %s', { tags: ['decision-9.33'] }, (_who, headers) => {
    expect(isForeign(headers, asked, publicUrl)).toBe(false);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'https://localhost:3001' }],
    ['our own host without https', { origin: 'http://tally.example' }],
    ['our own host without https, asked for by it', { origin: 'http://localhost:3000' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a host that only begins like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['another site by its referer', { referer: 'https://evil.example/localhost:3000' }],
    ['another site by fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host by fetch metadata', { 'sec-fetch-site': 'same-site' }],
    ['nonsense', { origin: 'http://' }],
  ])('is refused from %s', (_who, headers) => {
    expect(isForeign(headers, asked, publicUrl)).toBe(true);
  });

  it.each([
    ['http://localhost:3000', 'http', false],
    ['https://localhost:3000', 'http', true],
    ['https://localhost:3000', 'https', false],
    ['http://localhost:3000', 'https', true],
    ['https://tally.example', 'http', true],
    ['data:text/html,x', 'http', true],
  ])('from %s that asks by %s, without a public address, is foreign: %s', (origin, protocol, expected) => {
    expect(isForeign({ origin }, { ...asked, protocol }, undefined)).toBe(expected);
  });

  it('is refused from a sandboxed page when no public address is known', () => {
    expect(isForeign({ origin: 'null' }, asked, undefined)).toBe(true);
  });
});
