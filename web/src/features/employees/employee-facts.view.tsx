import type { EmployeeDetails } from '#contracts/endpoints/employees.endpoints.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatRate, formatTime } from '../../ui/format.ts';
import { NumberRoll } from '../../ui/number-roll.tsx';

export function EmployeeFacts({ employee }: { employee: EmployeeDetails }) {
  const { login_time } = employee;
  return (
    <Facts
      facts={[
        ['First Name', employee.first_name],
        ['Last Name', employee.last_name],
        ['Email', employee.email],
        ['Campaign', employee.campaign_name ?? '–'],
        ['Employee Number', employee.employee_number || '–'],
        ['Employee Role', employee.employee_role],
        ['Sales Per Hour', <NumberRoll key="rate" text={formatRate(employee.sales_per_hour)} />],
        ['Logged In At', login_time ? formatTime(login_time) : 'Not today'],
      ]}
    />
  );
}
