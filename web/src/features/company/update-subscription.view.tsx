import { PageHeader } from '../../ui/page-header.tsx';

export function UpdateSubscriptionPage() {
  return <PageHeader title="UpdateSubscriptionPage" />;
}
