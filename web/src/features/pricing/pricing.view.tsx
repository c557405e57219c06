import { PageHeader } from '../../ui/page-header.tsx';

export function PricingPage() {
  return <PageHeader title="PricingPage" />;
}
