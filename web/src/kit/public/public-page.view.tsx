import type { ReactNode } from 'react';
import { PublicFooter } from './public-footer.view.tsx';
import { PublicHeader } from './public-header.view.tsx';
import { useDescription, useFocusOnContent } from './public-page.hooks.ts';
import styles from './public-page.module.css';

type PublicPageProps = {
  /** The title of the document, without `Tallyboard`. */
  title: string;
  /** The description for search engines. */
  description: string;
  /** In the header beside Log in. */
  links?: ReactNode;
  children: ReactNode;
};

/** A public page that is not the landing page: simple header, content, footer. */
export function PublicPage({ title, description, links, children }: PublicPageProps) {
  useDescription(description);
  const content = useFocusOnContent();
  return (
    <div className={styles.page}>
      <title>{`${title} · Tallyboard`}</title>
      <PublicHeader>{links}</PublicHeader>
      <main ref={content} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}
