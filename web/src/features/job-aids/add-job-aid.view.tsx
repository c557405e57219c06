import { PageHeader } from '../../ui/page-header.tsx';

export function AddJobAidPage() {
  return <PageHeader title="AddJobAidPage" />;
}
