import { PageHeader } from '../../ui/page-header.tsx';

export function CompanyProfilePage() {
  return <PageHeader title="CompanyProfilePage" />;
}
