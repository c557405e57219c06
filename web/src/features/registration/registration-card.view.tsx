import { PageHeader } from '../../ui/page-header.tsx';

export function RegistrationCardPage() {
  return <PageHeader title="RegistrationCardPage" />;
}
