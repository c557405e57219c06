import { Type } from 'typebox';

export const EMPLOYEE_COUNT_RANGES = ['0-20', '21-50', '51-100', '101-500', '501-1000', '1000+'] as const;
export type EmployeeCountRange = (typeof EMPLOYEE_COUNT_RANGES)[number];

export const CompanyRegistered = Type.Object({
  name: Type.String(),
  employeeCount: Type.Enum([...EMPLOYEE_COUNT_RANGES]),
  /** The registrant: super employee and manager. */
  superEmployeeId: Type.String(),
});
export const CompanyVerified = Type.Object({ verifiedAt: Type.String() });
export const CompanyExpired = Type.Object({ expiredAt: Type.String() });
export const CompanyTerminated = Type.Object({ terminatedAt: Type.String() });

/** The last of a company, in a stream of its own: everything else of it was erased. */
export const CompanyErased = Type.Object({ erasedAt: Type.String() });

export const companyEvents = {
  CompanyRegistered,
  CompanyVerified,
  CompanyExpired,
  CompanyTerminated,
  CompanyErased,
} as const;
