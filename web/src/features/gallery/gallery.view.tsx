import { PageHeader } from '../../ui/page-header.tsx';

export function GalleryPage() {
  return <PageHeader title="GalleryPage" />;
}
