import { useLayoutEffect, useRef } from 'react';
import { formatMoney } from './format.ts';
import { roll } from './motion.ts';

/** A number that rolls for 150 ms when it changes. */
export function NumberRoll({ text }: { text: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(text);
  useLayoutEffect(() => {
    if (before.current !== text && element.current) roll(element.current);
    before.current = text;
  }, [text]);
  return (
    <span ref={element} className="rolls">
      {text}
    </span>
  );
}

/** Dollars in the person's locale; rolls when it changes. */
export function Money({ dollars }: { dollars: number }) {
  return <NumberRoll text={formatMoney(dollars)} />;
}
