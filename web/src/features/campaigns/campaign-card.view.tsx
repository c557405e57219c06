import { PageHeader } from '../../ui/page-header.tsx';

export function CampaignCardPage() {
  return <PageHeader title="CampaignCardPage" />;
}
