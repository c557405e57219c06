import { type Static, Type } from 'typebox';

export const EMPLOYEE_ROLES = ['sales associate', 'manager'] as const;
export type EmployeeRole = (typeof EMPLOYEE_ROLES)[number];
export const EMPLOYEE_TYPES = ['employee', 'super employee'] as const;
export type EmployeeType = (typeof EMPLOYEE_TYPES)[number];

/** Passwords never enter an event; they live with the auth slice. */
export const EmployeeFacts = Type.Object({
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  employeeNumber: Type.String(),
  role: Type.Enum([...EMPLOYEE_ROLES]),
  type: Type.Enum([...EMPLOYEE_TYPES]),
  managerId: Type.Union([Type.String(), Type.Null()]),
  /** Null only for the super employee before the first campaign exists. */
  campaignId: Type.Union([Type.String(), Type.Null()]),
  /** Standing duration of new shifts in hours (0–9); null until somebody sets it. */
  shiftDuration: Type.Union([Type.Integer(), Type.Null()]),
});
export type EmployeeFacts = Static<typeof EmployeeFacts>;

const employeeId = Type.String();
export const EmployeeAdded = Type.Object({ employeeId, employee: EmployeeFacts });
export const EmployeeEdited = Type.Object({ employeeId, before: EmployeeFacts, after: EmployeeFacts });
export const EmployeeDeleted = Type.Object({ employeeId, before: EmployeeFacts });

export const employeeEvents = { EmployeeAdded, EmployeeEdited, EmployeeDeleted } as const;
