import { EMPLOYEE_COUNT_RANGES, type EmployeeCountRange } from '#contracts/events/company.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { readShortText } from '#contracts/text.ts';
import type { Decider } from '#platform/commands/command.ts';
import { accept, refuse } from '#platform/commands/decision.ts';

export type CompanyEvent = DomainEvent<
  'CompanyRegistered' | 'CompanyVerified' | 'CompanyExpired' | 'CompanyTerminated'
>;

export type CompanyState =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'registered' | 'verified' | 'expired' | 'terminated';
      readonly name: string;
      readonly employeeCount: EmployeeCountRange;
      readonly superEmployeeId: string;
    };

export type RegisterCompany = {
  readonly type: 'RegisterCompany';
  readonly name: string;
  readonly employeeCount: string;
  readonly superEmployeeId: string;
};

/** A company begins here; verification and its end belong to the registration. */
export const companyDecider: Decider<CompanyState, RegisterCompany, CompanyEvent> = {
  initial: { kind: 'unknown' },

  evolve: (state, event) => {
    if (event.type === 'CompanyRegistered') return { kind: 'registered', ...event.data };
    if (state.kind === 'unknown') return state;
    switch (event.type) {
      case 'CompanyVerified':
        return { ...state, kind: 'verified' };
      case 'CompanyExpired':
        return { ...state, kind: 'expired' };
      case 'CompanyTerminated':
        return { ...state, kind: 'terminated' };
    }
  },

  decide: ({ name: said, employeeCount: count, superEmployeeId }, state) => {
    if (state.kind !== 'unknown') return refuse('conflict');
    const name = readShortText(said);
    const employeeCount = EMPLOYEE_COUNT_RANGES.find((range) => range === count);
    if (name === null) return refuse('invalidText');
    if (name === '' || !employeeCount) return refuse('incompleteFields');
    return accept({ type: 'CompanyRegistered', data: { name, employeeCount, superEmployeeId } });
  },
};
