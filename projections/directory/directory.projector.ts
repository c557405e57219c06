import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import { defineReadModel, known } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { employeesTable, pastEmployeesTable } from './directory.table.ts';

export const directory = defineReadModel({
  name: 'directory',
  version: 3,
  tables: { employees: employeesTable, past: pastEmployeesTable },
  ignores: [
    ['SaleRecorded', 'SaleEdited', 'SaleDeleted'],
    ['ShiftStarted', 'ShiftResumed', 'ShiftEnded', 'ShiftStartSet', 'ShiftDurationSet'],
    ['GoalAdded', 'GoalEdited', 'GoalDeleted'],
    ['CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],
    ['JobAidAdded', 'JobAidEdited', 'JobAidDeleted'],
    ['EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['CompanyRegistered', 'CompanyVerified', 'CompanyExpired', 'CompanyTerminated', 'CompanyErased'],
    ['AccessNoted'],
    ['PayScheduleSet', 'ClawbackWindowSet', 'SalesVerificationSet', 'SaleConfirmed'],
    ['StatementApproved', 'StatementReturned'],
    ['StatementLocked', 'PayLineAdded'],
    ['ClaimOpened', 'ClaimAnswered', 'ClaimReopened'],
    ['SubscriptionStarted', 'SubscriptionStatusChanged', 'SubscriptionSeatsChanged'],
    [
      'SubscriptionCardChanged',
      'SubscriptionPaymentFailed',
      'SubscriptionReceiptIssued',
      'SubscriptionCanceled',
    ],
  ],
  on: {
    EmployeeAdded: {
      needs: ({ data, metadata }, need) => need.employees.fresh(metadata.companyId, data.employeeId),
      apply: ({ data, metadata, position }, rows) =>
        rows.employees.put(rowOf(metadata.companyId, data.employeeId, data.employee, null, position)),
    },
    EmployeeEdited: {
      needs: ({ data, metadata }, need) => need.employees.row(metadata.companyId, data.employeeId),
      apply({ data, metadata, position }, rows) {
        const { companyId } = metadata;
        rows.past.put({ ...known(rows.employees.get(companyId, data.employeeId)), until: position });
        rows.employees.put(rowOf(companyId, data.employeeId, data.after, null, position));
      },
    },
    EmployeeDeleted: {
      needs: ({ data, metadata }, need) => need.employees.row(metadata.companyId, data.employeeId),
      apply({ data, metadata, position }, rows) {
        const { companyId } = metadata;
        rows.past.put({ ...known(rows.employees.get(companyId, data.employeeId)), until: position });
        rows.employees.put(rowOf(companyId, data.employeeId, data.before, metadata.at, position));
      },
    },
  },
});

function rowOf(
  companyId: string,
  employeeId: string,
  employee: EmployeeFacts,
  deletedAt: string | null,
  since: number,
): RowOf<typeof employeesTable> {
  return {
    company_id: companyId,
    employee_id: employeeId,
    first_name: employee.firstName,
    last_name: employee.lastName,
    email: employee.email,
    employee_number: employee.employeeNumber,
    role: employee.role,
    type: employee.type,
    manager_id: employee.managerId,
    campaign_id: employee.campaignId,
    shift_duration: employee.shiftDuration,
    deleted: deletedAt !== null,
    deleted_at: deletedAt,
    since,
  };
}
