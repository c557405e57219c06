import { PageHeader } from '../../ui/page-header.tsx';

export function SaleCardPage() {
  return <PageHeader title="SaleCardPage" />;
}
