import { useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { NumberQuestion, SumQuestion } from '../../app/opened-number.atoms.ts';
import { useResource } from '../../app/resource.hooks.ts';
import { ResourceState } from '../../app/resource-state.view.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CommissionLines } from './commission-lines.view.tsx';
import { GoalFacts } from './goal-facts.view.tsx';
import { HoursFacts } from './hours-facts.view.tsx';
import { numberResource, openedAtom } from './numbers.atoms.ts';
import styles from './numbers.module.css';
import { SumFacts } from './sum-facts.view.tsx';
import { aboutText, numberText } from './title.ts';
import { Verdict } from './verdict.view.tsx';

type OpenedNumberProps = { question: NumberQuestion | SumQuestion; onClose: () => void };

/** The facts that make a number. The browser's own dialog holds the focus, and gives it back to the number. */
export function OpenedNumber({ question, onClose }: OpenedNumberProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="opened-number"
      closedby="any"
      onClose={onClose}
    >
      {question.of === 'sum' ? (
        <>
          <Head title={`How ${question.text} came to be`} about={question.about} onClose={onClose} />
          <SumFacts sum={question} />
        </>
      ) : (
        <Content key={JSON.stringify(question)} question={question} onClose={onClose} />
      )}
    </dialog>
  );
}

function Content({ question, onClose }: { question: NumberQuestion; onClose: () => void }) {
  const [whole, setWhole] = useState(false);
  useResource(numberResource, { question, whole });
  const opened = useAtomValue(openedAtom);
  const isOfHours = question.of === 'sales per hour' || question.of === 'goal';
  return (
    <>
      <Head
        title={opened ? `How ${numberText(question, opened)} came to be` : 'How this number came to be'}
        about={opened ? aboutText(question, opened) : ''}
        onClose={onClose}
      />
      <ResourceState of={numberResource} loading="Loading what makes this number" />
      {opened && (
        <div className={styles.body}>
          <Verdict opened={opened} />
          {question.of === 'goal' && <GoalFacts opened={opened} />}
          {isOfHours && <HoursFacts opened={opened} />}
          <CommissionLines opened={opened} onWhole={() => setWhole(true)} />
          {question.of === 'commission of the day' && <HoursFacts opened={opened} />}
        </div>
      )}
    </>
  );
}

function Head({ title, about, onClose }: { title: string; about: string; onClose: () => void }) {
  return (
    <header className={styles.head}>
      <div>
        <h2 id="opened-number" className={styles.title}>
          {title}
        </h2>
        <p className={styles.about}>{about}</p>
      </div>
      <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
        <Icon of={X} />
      </button>
    </header>
  );
}
