import { describe, expect, it } from 'vitest';
import type { AccessRule, Right } from '#contracts/endpoints/access-table.ts';
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

function rule(associate: Right, manager: Right, superEmployee: Right, answersInactive = false): AccessRule {
  return {
    rights: { nobody: 'refused', associate, manager, 'super employee': superEmployee },
    answersInactive,
    refusal: 'supervisorsDeleteJobAids',
  };
}
const everybody = rule('allowed', 'allowed', 'allowed', true);

describe('access', () => {
  it('is everybody’s where nobody needs a session', () => {
    const open = { ...everybody, rights: { ...everybody.rights, nobody: 'allowed' as const } };
    expect([null, associate].map((caller) => refusedAccess(open, caller, undefined))).toEqual([null, null]);
  });

  it('follows the column of the role', () => {
    const managers = rule('refused', 'allowed', 'allowed');
    const administrator = rule('refused', 'refused', 'allowed');
    const asked = (of: AccessRule) =>
      [null, associate, manager, superEmployee].map((caller) => refusedAccess(of, caller, undefined));
    expect(asked(everybody)).toEqual(['notLoggedIn', null, null, null]);
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
  ])('to oneself: for %j', (id, expected) => {
    expect(refusedAccess(rule('self', 'allowed', 'allowed'), associate, id)).toBe(expected);
  });

  it('stops an inactive company, but where it may look and leave', () => {
    const inactive = { ...superEmployee, subscriptionIsActive: false };
    expect(refusedAccess(rule('allowed', 'allowed', 'allowed'), inactive, undefined)).toBe(
      'subscriptionInactive',
    );
    expect(refusedAccess(everybody, inactive, undefined)).toBeNull();
  });

  it('hides from an inactive company who may what', () => {
    const inactive = { ...associate, subscriptionIsActive: false };
    expect(refusedAccess(rule('refused', 'allowed', 'allowed'), inactive, undefined)).toBe(
      'subscriptionInactive',
    );
  });
});
