import { describe, expect, it } from 'vitest';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
import { type CompanyEvent, companyDecider } from './company.decider.ts';

describe('a company', () => {
  const given = specify(companyDecider);
  const facts = { name: 'Acme', employeeCount: '21-50', superEmployeeId: 'sue' } as const;
  const registered: CompanyEvent = { type: 'CompanyRegistered', data: facts };

  it('is registered once', () => {
    given()
      .when({ type: 'RegisterCompany', ...facts })
      .thenFollows(registered);
    given(registered)
      .when({ type: 'RegisterCompany', ...facts })
      .thenRejected('conflict');
  });

  it('needs a name and a known range of employees', () => {
    given()
      .when({ type: 'RegisterCompany', ...facts, name: ' ' })
      .thenRejected('incompleteFields');
    given()
      .when({ type: 'RegisterCompany', ...facts, employeeCount: '7' })
      .thenRejected('incompleteFields');
    given()
      .when({ type: 'RegisterCompany', ...facts, name: 'A\u0000' })
      .thenRejected('invalidText');
  });

  const at = '2026-11-22T00:00:00.000Z';
  const verified: CompanyEvent = { type: 'CompanyVerified', data: { verifiedAt: at } };
  const expired: CompanyEvent = { type: 'CompanyExpired', data: { expiredAt: at } };
  const terminated: CompanyEvent = { type: 'CompanyTerminated', data: { terminatedAt: at } };

  it('is verified once, and not when it has ended or was never registered', () => {
    given(registered).when({ type: 'VerifyCompany', at }).thenFollows(verified);
    given(registered, verified).when({ type: 'VerifyCompany', at }).thenNothing();
    given().when({ type: 'VerifyCompany', at }).thenRejected('unableToVerifyEmail');
    given(registered, expired).when({ type: 'VerifyCompany', at }).thenRejected('unableToVerifyEmail');
    given(registered, verified, terminated)
      .when({ type: 'VerifyCompany', at })
      .thenRejected('unableToVerifyEmail');
  });

  it('expires only while its email is unproven', () => {
    given(registered).when({ type: 'ExpireCompany', at }).thenFollows(expired);
    given(registered, expired).when({ type: 'ExpireCompany', at }).thenNothing();
    given(registered, verified).when({ type: 'ExpireCompany', at }).thenNothing();
    given().when({ type: 'ExpireCompany', at }).thenNothing();
  });

  it('is what its last event made it', () => {
    const made = (...events: CompanyEvent[]) => stateAfter(companyDecider, ...events);
    expect(made(registered)).toEqual({ kind: 'registered', ...facts });
    expect(made(registered, expired)).toEqual({ kind: 'expired', ...facts });
    expect(made(registered, verified, terminated)).toEqual({ kind: 'terminated', ...facts });
    expect(made(terminated)).toEqual({ kind: 'unknown' });
  });

  it('is terminated once, also with an unproven email', () => {
    given(registered).when({ type: 'TerminateCompany', at }).thenFollows(terminated);
    given(registered, verified).when({ type: 'TerminateCompany', at }).thenFollows(terminated);
    given(registered, verified, terminated).when({ type: 'TerminateCompany', at }).thenNothing();
    given(registered, expired).when({ type: 'TerminateCompany', at }).thenNothing();
    given().when({ type: 'TerminateCompany', at }).thenNothing();
  });
});
