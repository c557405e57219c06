import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { DownloadLink } from '../../ui/download-link.tsx';
import { identifyAtom } from './confirm-identity.atoms.ts';

/** A link to a file that needs a fresh proof of identity: the person gives it before the browser fetches the file. */
export function ProvenDownload({ href, children }: { href: string; children: ReactNode }) {
  const identify = useSetAtom(identifyAtom);
  const fetchFile = async () => {
    if (!(await identify())) return;
    const file = document.createElement('a');
    Object.assign(file, { href, download: '' });
    file.click();
  };
  return (
    <DownloadLink
      href={href}
      onClick={(event) => {
        event.preventDefault();
        void fetchFile();
      }}
    >
      {children}
    </DownloadLink>
  );
}
