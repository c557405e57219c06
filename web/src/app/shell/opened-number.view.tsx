import { useAtom, useSetAtom } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { openedNumberAtom } from '../../kit/numbers/opened-number.atoms.ts';
import { errorAlert } from '../../ui/alert.ts';
import { shellAlertAtom } from './shell.atoms.ts';

/** In its own chunk, loaded when a number is opened. */
const Facts = lazy(async () => {
  const chunk = await import('../../features/numbers/opened-number.view.tsx').catch(() => null);
  return { default: chunk?.OpenedNumber ?? MissingFacts };
});

/** The dialog of an opened number, above any screen. It closes when the screen changes. */
export function OpenedNumberPlace() {
  const { pathname } = useLocation();
  return <OnThisScreen key={pathname} />;
}

function OnThisScreen() {
  const [question, open] = useAtom(openedNumberAtom);
  useEffect(() => () => open(null), [open]);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <Facts question={question} onClose={() => open(null)} />
    </Suspense>
  );
}

function MissingFacts({ onClose }: { onClose: () => void }) {
  const tell = useSetAtom(shellAlertAtom);
  useEffect(() => {
    tell(errorAlert('What makes this number could not be loaded. Please reload the page'));
    onClose();
  }, [tell, onClose]);
  return null;
}
