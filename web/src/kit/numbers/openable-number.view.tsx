import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { NumberButton } from '../../ui/number-button.tsx';
import { type NumberQuestion, openedNumberAtom, type SumQuestion } from './opened-number.atoms.ts';

type OpenableNumberProps = {
  question: NumberQuestion | SumQuestion;
  /** The number as text. */
  text: string;
  children: ReactNode;
};

/** A number that opens the facts that make it. */
export function OpenableNumber({ question, text, children }: OpenableNumberProps) {
  const open = useSetAtom(openedNumberAtom);
  return (
    <NumberButton text={text} onOpen={() => open(question)}>
      {children}
    </NumberButton>
  );
}

type OpenableNumberIfProps = { question: NumberQuestion; text: string; children: ReactNode; may: boolean };

/** A number that opens only for people who may see its facts. */
export function OpenableNumberIf({ may, children, ...opens }: OpenableNumberIfProps) {
  return may ? <OpenableNumber {...opens}>{children}</OpenableNumber> : children;
}
