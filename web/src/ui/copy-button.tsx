import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

/** How long it says how that went, in milliseconds. */
const SAID_MS = 2000;

type CopyButtonProps = {
  /** Asked for when pressed. */
  text: () => string;
  /** What it copies, for those who do not see what it stands beside: 'Copy password'. */
  label: string;
  /** On the button, where nothing beside it says what is copied. */
  children?: string;
};

/** Copies a text and says that it did. */
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
      <Button look="plain" aria-label={label} onClick={() => void copy()}>
        <Icon of={outcome === 'copied' ? Check : Copy} size={16} /> {outcome ? said : children}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome && said}
      </span>
    </>
  );
}
