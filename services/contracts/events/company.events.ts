import { Type } from 'typebox';
import { EMPLOYEE_COUNT_RANGES, SECURITY_CHANGES, type SecurityChange } from '../company-kinds.ts';
import { added, change, happened, ofCompany, removed } from '../history/description.ts';
import { event, NOTHING_PERSONAL } from './event.ts';

const SECURITY_TITLES: Readonly<Record<SecurityChange, string>> = {
  'factor required': 'Second factor required of managers',
  'factor not required': 'Second factor no longer required of managers',
  'app added': 'Authenticator app set up',
  'app removed': 'Authenticator app removed',
  'recovery codes made': 'Recovery codes made',
  'recovery code used': 'Recovery code used',
  'passkey added': 'Passkey added',
  'passkey deleted': 'Passkey deleted',
  'factors reset': 'Second factors and passkeys reset',
  'sessions ended': 'Sessions ended by an administrator',
};

const subject = (_data: unknown, companyId: string) => ofCompany(companyId);

export const companyEvents = {
  CompanyRegistered: event({
    data: Type.Object({
      name: Type.String(),
      employeeCount: Type.Enum([...EMPLOYEE_COUNT_RANGES]),
      /** The registrant: super employee and manager. */
      superEmployeeId: Type.String(),
    }),
    personal: { own: ['name'] },
    history: {
      kind: 'company',
      subject,
      describe: ({ name, employeeCount, superEmployeeId }) =>
        added('Company registered', name, [
          change('name', 'Name', 'text', null, name),
          change('employeeCount', 'Employees', 'text', null, employeeCount),
          change('superEmployeeId', 'Registered by', 'person', null, superEmployeeId),
        ]),
    },
  }),
  CompanyVerified: event({
    data: Type.Object({ verifiedAt: Type.String() }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'company',
      subject,
      describe: ({ verifiedAt }) =>
        happened('Email of the company proven', 'the company', [
          change('verifiedAt', 'Proven', 'moment', null, verifiedAt),
        ]),
    },
  }),
  CompanyExpired: event({
    data: Type.Object({ expiredAt: Type.String() }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'company',
      subject,
      describe: ({ expiredAt }) =>
        removed('Registration expired', 'the company', [
          change('expiredAt', 'Expired', 'moment', null, expiredAt),
        ]),
    },
  }),
  CompanyTerminated: event({
    data: Type.Object({ terminatedAt: Type.String() }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'company',
      subject,
      describe: ({ terminatedAt }) =>
        removed('Company closed for good', 'the company', [
          change('terminatedAt', 'Closed', 'moment', null, terminatedAt),
        ]),
    },
  }),
  /** Of one person, or the rule for all managers. Such a person did it, or an administrator: the metadata say who. */
  SecurityChanged: event({
    data: Type.Object({
      change: Type.Enum([...SECURITY_CHANGES]),
      /** Null for the rule. */
      employeeId: Type.Union([Type.String(), Type.Null()]),
    }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'company',
      subject: ({ employeeId }, companyId) => ({ ...ofCompany(companyId), employeeId }),
      describe: ({ change: what, employeeId }) =>
        happened(SECURITY_TITLES[what], 'the company', [
          change('employeeId', 'Of', 'person', null, employeeId),
        ]),
    },
  }),
  /** The last event of a company, in a stream of its own: everything else of the company was erased. */
  CompanyErased: event({
    data: Type.Object({ erasedAt: Type.String() }),
    personal: NOTHING_PERSONAL,
    history: null,
  }),
} as const;
