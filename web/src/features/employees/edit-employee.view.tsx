import { PageHeader } from '../../ui/page-header.tsx';

export function EditEmployeePage() {
  return <PageHeader title="EditEmployeePage" />;
}
