import { PageHeader } from '../../ui/page-header.tsx';

export function EditSalePage() {
  return <PageHeader title="EditSalePage" />;
}
