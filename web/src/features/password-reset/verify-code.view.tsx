import { PageHeader } from '../../ui/page-header.tsx';

export function VerifyCodePage() {
  return <PageHeader title="VerifyCodePage" />;
}
