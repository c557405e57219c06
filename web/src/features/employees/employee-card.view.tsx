import { PageHeader } from '../../ui/page-header.tsx';

export function EmployeeCardPage() {
  return <PageHeader title="EmployeeCardPage" />;
}
