import { describe, it } from 'vitest';
import { specify } from '#tests/support/given-when-then.ts';
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
      .thenRefused('conflict');
  });

  it('needs a name and a known range of employees', () => {
    given()
      .when({ type: 'RegisterCompany', ...facts, name: ' ' })
      .thenRefused('incompleteFields');
    given()
      .when({ type: 'RegisterCompany', ...facts, employeeCount: '7' })
      .thenRefused('incompleteFields');
    given()
      .when({ type: 'RegisterCompany', ...facts, name: 'A\u0000' })
      .thenRefused('invalidText');
  });
});
