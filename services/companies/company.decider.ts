import { EMPLOYEE_COUNT_RANGES, type EmployeeCountRange } from '#contracts/events/company.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { readShortText } from '#contracts/text.ts';
import type { Decider, Decision } from '#platform/commands/command.ts';
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

export type CompanyCommand =
  | RegisterCompany
  /** Its email was proven, or there was nothing to prove. */
  | { readonly type: 'VerifyCompany'; readonly at: string }
  /** Nobody proved its email. */
  | { readonly type: 'ExpireCompany'; readonly at: string }
  | { readonly type: 'TerminateCompany'; readonly at: string };

/** The life of a company: registered, then verified or expired; a verified one may be terminated. */
export const companyDecider: Decider<CompanyState, CompanyCommand, CompanyEvent> = {
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

  decide: (command, state) => {
    switch (command.type) {
      case 'RegisterCompany':
        return register(command, state);
      case 'VerifyCompany':
        if (state.kind === 'verified') return accept();
        if (state.kind !== 'registered') return refuse('unableToVerifyEmail');
        return accept({ type: 'CompanyVerified', data: { verifiedAt: command.at } });
      case 'ExpireCompany':
        // Whoever comes too late with it changes nothing: a proven email stays proven.
        if (state.kind !== 'registered') return accept();
        return accept({ type: 'CompanyExpired', data: { expiredAt: command.at } });
      case 'TerminateCompany':
        if (state.kind !== 'registered' && state.kind !== 'verified') return accept();
        return accept({ type: 'CompanyTerminated', data: { terminatedAt: command.at } });
    }
  },
};

function register(
  { name: said, employeeCount: count, superEmployeeId }: RegisterCompany,
  state: CompanyState,
): Decision<CompanyEvent> {
  if (state.kind !== 'unknown') return refuse('conflict');
  const name = readShortText(said);
  const employeeCount = EMPLOYEE_COUNT_RANGES.find((range) => range === count);
  if (name === null) return refuse('invalidText');
  if (name === '' || !employeeCount) return refuse('incompleteFields');
  return accept({ type: 'CompanyRegistered', data: { name, employeeCount, superEmployeeId } });
}
