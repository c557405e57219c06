import { PageHeader } from '../../ui/page-header.tsx';

export function EditCampaignPage() {
  return <PageHeader title="EditCampaignPage" />;
}
