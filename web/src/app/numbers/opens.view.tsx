import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { NumberButton } from '../../ui/number-button.tsx';
import { type NumberQuestion, openedNumberAtom, type SumQuestion } from './opened-number.atoms.ts';

type OpensProps = {
  question: NumberQuestion | SumQuestion;
  /** The number as people read it. */
  text: string;
  children: ReactNode;
};

/** A number that opens to the facts that make it. */
export function Opens({ question, text, children }: OpensProps) {
  const open = useSetAtom(openedNumberAtom);
  return (
    <NumberButton text={text} onOpen={() => open(question)}>
      {children}
    </NumberButton>
  );
}

type OpensAmountProps = { question: NumberQuestion; text: string; children: ReactNode; may: boolean };

/** The same where not everybody may look into it. */
export function OpensFor({ may, children, ...opens }: OpensAmountProps) {
  return may ? <Opens {...opens}>{children}</Opens> : children;
}
