import { useAtom, useSetAtom } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { errorTickets } from '../../ui/tickets.ts';
import { shellTicketsAtom } from '../shell/shell.atoms.ts';
import { openedNumberAtom } from './opened-number.atoms.ts';

/** In a chunk of its own: who opens no number loads nothing of it. */
const Facts = lazy(async () => {
  const chunk = await import('../../features/numbers/opened-number.view.tsx').catch(() => null);
  return { default: chunk?.OpenedNumber ?? MissingFacts };
});

/** Where numbers open, whichever screen they stand on. Who goes to another screen leaves it closed. */
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
  const tell = useSetAtom(shellTicketsAtom);
  useEffect(() => {
    tell(errorTickets('What makes this number could not be loaded. Please reload the page'));
    onClose();
  }, [tell, onClose]);
  return null;
}
