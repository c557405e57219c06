import { PageHeader } from '../../ui/page-header.tsx';

export function EmailVerificationPage() {
  return <PageHeader title="EmailVerificationPage" />;
}
