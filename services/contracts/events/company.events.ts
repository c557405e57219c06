import { Type } from 'typebox';
import { EMPLOYEE_COUNT_RANGES } from '../company-kinds.ts';
import { added, change, happened, ofCompany, removed } from '../history/description.ts';
import { event, NOTHING_PERSONAL } from './event.ts';

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
  /** The last event of a company, in a stream of its own: everything else of the company was erased. */
  CompanyErased: event({
    data: Type.Object({ erasedAt: Type.String() }),
    personal: NOTHING_PERSONAL,
    history: null,
  }),
} as const;
