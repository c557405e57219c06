import {
  EMPLOYEE_COUNT_RANGES,
  type EmployeeCountRange,
  type SecurityChange,
} from '#contracts/company-kinds.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import type { Decider, Decision } from '#platform/commands/command.ts';

export type CompanyEvent = DomainEvent<
  'CompanyRegistered' | 'CompanyVerified' | 'CompanyExpired' | 'CompanyTerminated' | 'SecurityChanged'
>;

export type CompanyState =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'registered' | 'verified' | 'expired' | 'terminated';
      readonly name: string;
      readonly employeeCount: EmployeeCountRange;
      readonly superEmployeeId: string;
      /** Whether managers have to have a second factor. */
      readonly managersNeedFactor: boolean;
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
  | { readonly type: 'TerminateCompany'; readonly at: string }
  /** `employeeId`: null for the rule. */
  | { readonly type: 'RecordSecurity'; readonly change: SecurityChange; readonly employeeId: string | null };

/** The life of a company: registered, then verified or expired; a verified one may be terminated. */
export const companyDecider: Decider<CompanyState, CompanyCommand, CompanyEvent> = {
  fold: {
    empty: () => ({ kind: 'unknown' }),
    on: {
      CompanyRegistered: (_, { data }) => ({ kind: 'registered', ...data, managersNeedFactor: false }),
      CompanyVerified: (state) => become(state, 'verified'),
      CompanyExpired: (state) => become(state, 'expired'),
      CompanyTerminated: (state) => become(state, 'terminated'),
      SecurityChanged: (state, { data: { change } }) =>
        state.kind === 'unknown' || !isRule(change)
          ? state
          : { ...state, managersNeedFactor: change === 'factor required' },
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
      case 'RecordSecurity': {
        const { change, employeeId } = command;
        if (state.kind === 'unknown') return rejected('noSuchCompany');
        // The rule is as it was.
        if (isRule(change) && (change === 'factor required') === state.managersNeedFactor)
          return accepted([]);
        return accepted([{ type: 'SecurityChanged', data: { change, employeeId } }]);
      }
    }
  },
};

const isRule = (change: SecurityChange) => change === 'factor required' || change === 'factor not required';

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
