import { PageHeader } from '../../ui/page-header.tsx';

export function WallPage() {
  return <PageHeader title="WallPage" />;
}
