import { describe, expect, it } from 'vitest';
import { isLoggedIn } from '#contracts/endpoints/auth.endpoints.ts';
import type { Access, Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { Principal } from '../principal.ts';
import { refusedAccess } from './access.ts';

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

function needing(access: Access, openToInactive = false): Endpoint {
  return { ...isLoggedIn, access, ...(openToInactive && { openToInactive: true }) };
}

describe('access', () => {
  it.each<[Access, ReturnType<typeof refusedAccess>[]]>([
    ['public', [null, null, null, null]],
    ['employee', ['notLoggedIn', null, null, null]],
    ['self or manager', ['notLoggedIn', 'restricted', null, null]],
    ['manager', ['notLoggedIn', 'restricted', null, null]],
    ['super employee', ['notLoggedIn', 'restricted', 'restricted', null]],
  ])('%s is for the right people', (access, expected) => {
    const asked = [null, associate, manager, superEmployee].map((caller) =>
      refusedAccess(needing(access), caller, 'somebody'),
    );
    expect(asked).toEqual(expected);
  });

  it('lets everybody at his own things', () => {
    expect(refusedAccess(needing('self or manager'), associate, 'me')).toBeNull();
  });

  it('stops an inactive company, but where it may pay and leave', () => {
    const inactive = { ...superEmployee, subscriptionIsActive: false };
    expect(refusedAccess(needing('employee'), inactive, undefined)).toBe('subscriptionInactive');
    expect(refusedAccess(needing('employee', true), inactive, undefined)).toBeNull();
  });
});
