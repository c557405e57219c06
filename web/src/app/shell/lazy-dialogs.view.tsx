import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { openedNumberAtom } from '../../kit/numbers/opened-number.atoms.ts';
import { askingAtom, closeConfirmAtom } from '../../kit/session/confirm-identity.atoms.ts';
import { errorAlert } from '../../ui/alert.ts';
import { Icon } from '../../ui/icon.tsx';
import { Modal } from '../../ui/modal.tsx';
import palette from './palette.module.css';
import { paletteAtom, shellAlertAtom } from './shell.atoms.ts';

export const loadPalette = () => import('./palette.view.tsx');
export const loadFacts = () => import('../../features/numbers/opened-number.view.tsx');

const Facts = lazy(async () => {
  const chunk = await loadFacts().catch(() => null);
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

const ConfirmIdentity = lazy(async () => {
  const chunk = await import('../../kit/session/confirm-identity.view.tsx').catch(() => null);
  return { default: chunk?.ConfirmIdentity ?? MissingQuestion };
});

/** The question whether it is the person, above any screen. */
export function ConfirmIdentityPlace() {
  const isAsked = useAtomValue(askingAtom) !== null;
  return (
    isAsked && (
      <Suspense fallback={null}>
        <ConfirmIdentity />
      </Suspense>
    )
  );
}

function MissingQuestion() {
  const close = useSetAtom(closeConfirmAtom);
  const giveUp = useCallback(() => close(false), [close]);
  useMissingChunk('The question who you are could not be loaded. Please reload the page', giveUp);
  return null;
}

const PaletteResults = lazy(async () => {
  const chunk = await loadPalette().catch(() => null);
  return { default: chunk?.PaletteResults ?? MissingResults };
});

export function PalettePlace() {
  const [isOpen, setOpen] = useAtom(paletteAtom);
  return isOpen && <Palette onClose={() => setOpen(false)} />;
}

/** Open with its field at the press of the key. Text that is typed until the results are loaded is theirs. */
function Palette({ onClose }: { onClose: () => void }) {
  const [typed, type] = useState('');
  const cursor = useRef<number | null>(null);
  const early = (
    <div className={palette.field}>
      <Icon of={Search} size={16} />
      <input
        aria-label="Find"
        className={palette.input}
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onSelect={({ currentTarget }) => {
          cursor.current = currentTarget.selectionEnd;
        }}
      />
    </div>
  );
  return (
    <Modal open lightDismiss className={palette.palette} aria-label="Find" onClose={onClose}>
      <Suspense fallback={early}>
        <PaletteResults typed={typed} type={type} cursor={cursor} onClose={onClose} />
      </Suspense>
    </Modal>
  );
}

function MissingResults({ onClose }: { onClose: () => void }) {
  useMissingChunk('The search could not be loaded. Please reload the page', onClose);
  return null;
}

/** Says that a part of the app did not arrive. */
function useMissingChunk(message: string, onClose: () => void): void {
  const tell = useSetAtom(shellAlertAtom);
  useEffect(() => {
    tell(errorAlert(message));
    onClose();
  }, [tell, message, onClose]);
}

function MissingFacts({ onClose }: { onClose: () => void }) {
  useMissingChunk('What makes this number could not be loaded. Please reload the page', onClose);
  return null;
}
