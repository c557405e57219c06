import { PageHeader } from '../../ui/page-header.tsx';

export function GoalCardPage() {
  return <PageHeader title="GoalCardPage" />;
}
