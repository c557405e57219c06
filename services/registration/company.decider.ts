import { EMPLOYEE_COUNT_RANGES, type EmployeeCountRange } from '#contracts/company-kinds.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import type { Decider, Decision } from '#platform/commands/command.ts';

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
  /** The email was proven, or no proof was needed. */
  | { readonly type: 'VerifyCompany'; readonly at: string }
  /** The email was never proven. */
  | { readonly type: 'ExpireCompany'; readonly at: string }
  | { readonly type: 'TerminateCompany'; readonly at: string };

/** The life of a company: registered, then verified or expired; a verified one may be terminated. */
export const companyDecider: Decider<CompanyState, CompanyCommand, CompanyEvent> = {
  fold: {
    empty: () => ({ kind: 'unknown' }),
    on: {
      CompanyRegistered: (_, { data }) => ({ kind: 'registered', ...data }),
      CompanyVerified: (state) => become(state, 'verified'),
      CompanyExpired: (state) => become(state, 'expired'),
      CompanyTerminated: (state) => become(state, 'terminated'),
    },
  },

  outcome: (state) => state,

  decide: (command, state) => {
    switch (command.type) {
      case 'RegisterCompany':
        return register(command, state);
      case 'VerifyCompany':
        if (state.kind === 'verified') return accepted([]);
        if (state.kind !== 'registered') return rejected('unableToVerifyEmail');
        return accepted([{ type: 'CompanyVerified', data: { verifiedAt: command.at } }]);
      case 'ExpireCompany':
        // A late expiry changes nothing: a proven email stays proven.
        if (state.kind !== 'registered') return accepted([]);
        return accepted([{ type: 'CompanyExpired', data: { expiredAt: command.at } }]);
      case 'TerminateCompany':
        if (state.kind !== 'registered' && state.kind !== 'verified') return accepted([]);
        return accepted([{ type: 'CompanyTerminated', data: { terminatedAt: command.at } }]);
    }
  },
};

function become(state: CompanyState, kind: 'verified' | 'expired' | 'terminated'): CompanyState {
  return state.kind === 'unknown' ? state : { ...state, kind };
}

function register(
  { name: said, employeeCount: count, superEmployeeId }: RegisterCompany,
  state: CompanyState,
): Decision<CompanyEvent> {
  if (state.kind !== 'unknown') return rejected('conflict');
  const name = readShortText(said);
  const employeeCount = EMPLOYEE_COUNT_RANGES.find((range) => range === count);
  if (name === null) return rejected('invalidText');
  if (name === '' || !employeeCount) return rejected('incompleteFields');
  return accepted([{ type: 'CompanyRegistered', data: { name, employeeCount, superEmployeeId } }]);
}
