import { PageHeader } from '../../ui/page-header.tsx';

export function PrivacyPage() {
  return <PageHeader title="PrivacyPage" />;
}
