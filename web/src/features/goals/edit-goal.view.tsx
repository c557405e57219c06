import { PageHeader } from '../../ui/page-header.tsx';

export function EditGoalPage() {
  return <PageHeader title="EditGoalPage" />;
}
