import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

/** How long a message is shown before the screen changes, in milliseconds (specification, section 9). */
export const LEAVE_AFTER_MS = { saleDelete: 700, delete: 800, jobAidEdit: 800, edit: 900 } as const;

/** Goes to `path` after a while, unless the person leaves before; `leaving` from then on. */
export function useLeaving(): { leaving: boolean; leave: (path: string, milliseconds: number) => void } {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const leave = useCallback(
    (path: string, milliseconds: number) => {
      clearTimeout(timer.current);
      setLeaving(true);
      timer.current = setTimeout(() => void navigate(path), milliseconds);
    },
    [navigate],
  );
  return { leaving, leave };
}
