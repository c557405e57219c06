import { PageHeader } from '../../ui/page-header.tsx';

export function AllJobAidsPage() {
  return <PageHeader title="AllJobAidsPage" />;
}
