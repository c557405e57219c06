import type { EmployeeDetails } from '#contracts/endpoints/employees.endpoints.ts';
import { Opens } from '../../app/numbers/opens.view.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatRate, formatTime } from '../../ui/format.ts';
import { NumberRoll } from '../../ui/number-roll.tsx';

export function EmployeeFacts({ employee }: { employee: EmployeeDetails }) {
  const { id, login_time } = employee;
  const rate = formatRate(employee.sales_per_hour);
  return (
    <Facts
      facts={[
        ['First Name', employee.first_name],
        ['Last Name', employee.last_name],
        ['Email', employee.email],
        ['Campaign', employee.campaign_name ?? '–'],
        ['Employee Number', employee.employee_number || '–'],
        ['Employee Role', employee.employee_role],
        [
          'Sales Per Hour',
          <Opens key="rate" question={{ of: 'sales per hour', id, date: 'today' }} text={rate}>
            <NumberRoll text={rate} />
          </Opens>,
        ],
        ['Logged In At', login_time ? formatTime(login_time) : 'Not today'],
      ]}
    />
  );
}
