import { PageHeader } from '../../ui/page-header.tsx';

export function MyTeamPage() {
  return <PageHeader title="MyTeamPage" />;
}
