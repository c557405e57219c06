import { useCallback, useEffect, useRef, useState } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';

/** How long a message is shown before the screen changes, in milliseconds (specification, section 9). */
export const LEAVE_AFTER_MS = { saleDelete: 700, delete: 800, jobAidEdit: 800, edit: 900 } as const;

/**
 * The screens that a person comes from, the last one first: a form that they open to get on with another one leads
 * back to it. It is kept with the entry in the history of the browser.
 */
export function useReturnTo() {
  const { state, pathname } = useLocation() as {
    state: { returnTo?: readonly string[] } | null;
    pathname: string;
  };
  const [back, ...others] = state?.returnTo ?? [];
  return {
    /** Undefined for a form that was opened on its own. */
    back,
    /** The state of the screen that the person returns to. */
    afterBack: { returnTo: others },
    /** The state of a link to a form that leads back here. */
    andBack: { returnTo: [pathname, ...(state?.returnTo ?? [])] },
  };
}

type Leaving = {
  /** The screen is about to change: nothing is sent any more. */
  leaving: boolean;
  /**
   * Opens the screen that the person comes from, else `to`, after a while, unless the person leaves before; -1 is the
   * last screen, at its place.
   */
  leave: (to: string | -1, milliseconds: number) => void;
  /** The same from the screen of a deleted row, which Back must not open again. */
  leaveDeleted: (path: string, milliseconds: number) => void;
  /** Opens the path at once; resolves when the next screen, which may have to load, is shown. */
  go: (path: string, options?: NavigateOptions) => Promise<void>;
};

export function useLeaveScreen(): Leaving {
  const navigate = useNavigate();
  const { back, afterBack } = useReturnTo();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // An answer may arrive after the person has left: it must not bring them back.
  const isHere = useRef<boolean>(false);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      clearTimeout(timer.current);
    };
  }, []);
  const open = useCallback(
    (to: string | -1, milliseconds: number, options?: NavigateOptions) => {
      if (!isHere.current) return;
      clearTimeout(timer.current);
      setLeaving(true);
      const act = () => (to === -1 ? navigate(to) : navigate(to, options));
      timer.current = setTimeout(() => void act(), milliseconds);
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
  const leave = (to: string | -1, milliseconds: number) =>
    back === undefined ? open(to, milliseconds) : open(back, milliseconds, { state: afterBack });
  const leaveDeleted = useCallback(
    (path: string, milliseconds: number) => open(path, milliseconds, { replace: true }),
    [open],
  );
  return { leaving, leave, leaveDeleted, go };
}
