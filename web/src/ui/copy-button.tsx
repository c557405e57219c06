import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** How long the button shows the result, in milliseconds. */
const SAID_MS = 2000;

type CopyButtonProps = {
  /** Called when the button is pressed. */
  text: () => string;
  /** The name for screen readers, with what is copied: 'Copy password'. */
  label: string;
  /** The text on the button, when nothing beside it says what is copied. */
  children?: string;
};

/** Copies a text and confirms it. */
export function CopyButton({ text, label, children = 'Copy' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(text())) ? 'copied' : 'failed');
  const said = outcome === 'copied' ? 'Copied' : 'Could not copy';
  return (
    <>
      <Button variant="plain" aria-label={label} onClick={() => void copy()}>
        <Icon of={outcome === 'copied' ? Check : Copy} size={16} /> {outcome ? said : children}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome && said}
      </span>
    </>
  );
}

/** Puts a text on the clipboard; false when the browser does not allow it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain http, as in an office without a certificate, browsers offer only this way to copy.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
