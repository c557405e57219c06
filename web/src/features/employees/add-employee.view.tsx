import { PageHeader } from '../../ui/page-header.tsx';

export function AddEmployeePage() {
  return <PageHeader title="AddEmployeePage" />;
}
