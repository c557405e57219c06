import { PageHeader } from '../../ui/page-header.tsx';

export function NewPasswordPage() {
  return <PageHeader title="NewPasswordPage" />;
}
