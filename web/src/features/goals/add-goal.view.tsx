import { PageHeader } from '../../ui/page-header.tsx';

export function AddGoalPage() {
  return <PageHeader title="AddGoalPage" />;
}
