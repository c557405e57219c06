import { PageHeader } from '../../ui/page-header.tsx';

export function AllCampaignsPage() {
  return <PageHeader title="AllCampaignsPage" />;
}
