import { PageHeader } from '../../ui/page-header.tsx';

export function TermsPage() {
  return <PageHeader title="TermsPage" />;
}
