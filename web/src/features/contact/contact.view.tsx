import { PageHeader } from '../../ui/page-header.tsx';

export function ContactPage() {
  return <PageHeader title="ContactPage" />;
}
