import { describe, expect, it } from 'vitest';
import type { SecurityChange } from '#contracts/company-kinds.ts';
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
    const since = { ...facts, managersNeedFactor: false };
    expect(made(registered)).toEqual({ kind: 'registered', ...since });
    expect(made(registered, expired)).toEqual({ kind: 'expired', ...since });
    expect(made(registered, verified, terminated)).toEqual({ kind: 'terminated', ...since });
    expect(made(terminated)).toEqual({ kind: 'unknown' });
  });

  it('is terminated once, also with an unproven email', () => {
    given(registered).when({ type: 'TerminateCompany', at }).thenFollows(terminated);
    given(registered, verified).when({ type: 'TerminateCompany', at }).thenFollows(terminated);
    given(registered, verified, terminated).when({ type: 'TerminateCompany', at }).thenNothing();
    given(registered, expired).when({ type: 'TerminateCompany', at }).thenNothing();
    given().when({ type: 'TerminateCompany', at }).thenNothing();
  });

  it('records its rule about second factors once, and what happens to those of a person each time', () => {
    const change = (what: SecurityChange, employeeId: string | null = null) => ({
      command: { type: 'RecordSecurity', change: what, employeeId } as const,
      event: { type: 'SecurityChanged', data: { change: what, employeeId } } as const,
    });
    const [on, off, reset] = [
      change('factor required'),
      change('factor not required'),
      change('factors reset', 'ada'),
    ];
    given(registered).when(on.command).thenFollows(on.event);
    given(registered, on.event).when(on.command).thenNothing();
    given(registered, on.event).when(off.command).thenFollows(off.event);
    given(registered).when(off.command).thenNothing();
    given(registered, on.event, off.event, on.event).when(on.command).thenNothing();
    given(registered, on.event, reset.event).when(reset.command).thenFollows(reset.event);
    given(registered, on.event, reset.event).when(on.command).thenNothing();
    given().when(on.command).thenRejected('noSuchCompany');
  });
});
