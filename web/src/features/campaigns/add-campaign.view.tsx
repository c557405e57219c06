import { PageHeader } from '../../ui/page-header.tsx';

export function AddCampaignPage() {
  return <PageHeader title="AddCampaignPage" />;
}
