import { PageHeader } from '../../ui/page-header.tsx';

export function AllEmployeesPage() {
  return <PageHeader title="AllEmployeesPage" />;
}
