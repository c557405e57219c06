import { PageHeader } from '../../ui/page-header.tsx';

export function EmployeeReportPage() {
  return <PageHeader title="EmployeeReportPage" />;
}
