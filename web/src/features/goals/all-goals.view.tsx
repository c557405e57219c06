import { PageHeader } from '../../ui/page-header.tsx';

export function AllGoalsPage() {
  return <PageHeader title="AllGoalsPage" />;
}
