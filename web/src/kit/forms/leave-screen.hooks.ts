import { useCallback, useEffect, useRef, useState } from 'react';
import { type NavigateOptions, useNavigate, useNavigation } from 'react-router-dom';

/** How long a message is shown before the screen changes, in milliseconds (specification, section 9). */
export const LEAVE_AFTER_MS = { saleDelete: 700, delete: 800, jobAidEdit: 800, edit: 900 } as const;

type Leaving = {
  /** The screen is about to change: nothing is sent any more. */
  leaving: boolean;
  /**
   * Opens `to` after a while, unless the person has left or is on the way to a screen that still loads; -1 is the
   * last screen, at its place.
   */
  leave: (to: string | -1, milliseconds: number, options?: NavigateOptions) => void;
  /** The same from the screen of a deleted row, which Back must not open again. */
  leaveDeleted: (path: string, milliseconds: number) => void;
  /** Opens the path at once; resolves when the next screen, which may have to load, is shown. */
  go: (path: string, options?: NavigateOptions) => Promise<void>;
};

export function useLeaveScreen(): Leaving {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // An answer may arrive after the person has left: it must not bring them back.
  const isHere = useRef<boolean>(false);
  const [leaving, setLeaving] = useState(false);
  const navigation = useNavigation();
  const underWay = useRef(navigation);
  useEffect(() => {
    underWay.current = navigation;
  }, [navigation]);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      clearTimeout(timer.current);
    };
  }, []);
  const leave = useCallback(
    (to: string | -1, milliseconds: number, options?: NavigateOptions) => {
      if (!isHere.current) return;
      clearTimeout(timer.current);
      setLeaving(true);
      const act = () => (to === -1 ? navigate(to) : navigate(to, options));
      timer.current = setTimeout(() => {
        if (underWay.current.state === 'idle') void act();
      }, milliseconds);
    },
    [navigate],
  );
  const go = useCallback(
    async (path: string, options?: NavigateOptions) => {
      if (!isHere.current) return;
      setLeaving(true);
      await navigate(path, options);
    },
    [navigate],
  );
  const leaveDeleted = useCallback(
    (path: string, milliseconds: number) => leave(path, milliseconds, { replace: true }),
    [leave],
  );
  return { leaving, leave, leaveDeleted, go };
}
