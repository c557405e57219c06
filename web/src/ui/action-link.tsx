import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';

type ActionLinkProps = {
  /** The action runs; it cannot be started again yet. */
  busy?: boolean;
  className?: string | undefined;
  onAct: (event: MouseEvent<HTMLAnchorElement>) => void;
  children: ReactNode;
};

/** Looks like a link, as the specification calls it, but acts on this page. Opened in a new tab it is this page again. */
export function ActionLink({ busy = false, className, onAct, children }: ActionLinkProps) {
  return (
    <Link
      to=""
      className={className}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (!busy) onAct(event);
      }}
    >
      {children}
    </Link>
  );
}
