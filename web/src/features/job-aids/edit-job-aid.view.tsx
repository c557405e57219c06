import { PageHeader } from '../../ui/page-header.tsx';

export function EditJobAidPage() {
  return <PageHeader title="EditJobAidPage" />;
}
