import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';

type ActionLinkProps = {
  /** On its way: it cannot be asked for again yet. */
  busy?: boolean;
  className?: string | undefined;
  onAct: (event: MouseEvent<HTMLAnchorElement>) => void;
  children: ReactNode;
};

/** What the specification calls a link and what acts where it stands; opened elsewhere it is this page again. */
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
