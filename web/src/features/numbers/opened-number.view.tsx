import { useAtomValue } from 'jotai';
import { ArrowLeft, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { NumberQuestion, Sum, SumQuestion } from '../../kit/numbers/opened-number.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NumberButton } from '../../ui/number-button.tsx';
import { useVisibleRows, VISIBLE_ROWS } from '../../ui/use-visible-rows.ts';
import { NumberFacts } from './number-facts.view.tsx';
import styles from './numbers.module.css';

type OpenedNumberProps = { question: NumberQuestion | SumQuestion; onClose: () => void };

/** The facts that make a number. */
export function OpenedNumber({ question, onClose }: OpenedNumberProps) {
  return (
    <Modal open lightDismiss className={styles.dialog} aria-labelledby="opened-number" onClose={onClose}>
      {question.of === 'sum' ? (
        <SumAndPart question={question} onClose={onClose} />
      ) : (
        <NumberFacts
          key={JSON.stringify(question)}
          question={question}
          head={(title, about) => <Head title={title} about={about} onClose={onClose} />}
        />
      )}
    </Modal>
  );
}

/** The sum, or one of its parts; back from a part the focus returns to it. */
function SumAndPart({
  question: { sumAtom, about },
  onClose,
}: {
  question: SumQuestion;
  onClose: () => void;
}) {
  const sum = useAtomValue(sumAtom);
  const [part, setPart] = useState<NumberQuestion | null>(null);
  const left = useRef<Element>(null);
  const open = (question: NumberQuestion) => {
    left.current = document.activeElement;
    setPart(question);
  };
  const isOpen = part !== null;
  useLayoutEffect(() => {
    if (!isOpen && left.current instanceof HTMLElement) left.current.focus();
  }, [isOpen]);
  return (
    <>
      {part && (
        <NumberFacts
          key={JSON.stringify(part)}
          question={part}
          head={(title, partAbout) => (
            <Head
              title={title}
              about={partAbout}
              back={{ to: sum.text, go: () => setPart(null) }}
              onClose={onClose}
            />
          )}
        />
      )}
      {/* Kept while a part is open, so that the scroll position stays. */}
      <div hidden={isOpen}>
        {!isOpen && (
          <Head title={`How ${sum.named ?? sum.text} came to be`} about={about} onClose={onClose} />
        )}
        <div className={styles.body}>
          <SumFacts sum={sum} onPart={open} />
        </div>
      </div>
    </>
  );
}

type HeadProps = {
  title: string;
  about: string;
  /** Back to the sum that this number is a part of. */
  back?: { to: string; go: () => void };
  onClose: () => void;
};

function Head({ title, about, back, onClose }: HeadProps) {
  const isPart = back !== undefined;
  const place = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isPart) place.current?.focus();
  }, [isPart]);
  return (
    <header className={styles.head}>
      {back && (
        <IconButton
          icon={ArrowLeft}
          label={`Back to ${back.to}`}
          title={`Back to ${back.to}`}
          className={styles.back}
          ref={place}
          onClick={back.go}
        />
      )}
      <div className={styles.heading}>
        <h2 id="opened-number" className={styles.title}>
          {title}
        </h2>
        <p className={styles.about}>{about}</p>
      </div>
      <IconButton icon={X} label="Close" className={styles.close} onClick={onClose} />
    </header>
  );
}

type SumFactsProps = { sum: Sum; onPart: (question: NumberQuestion) => void };

/** The parts of a sum on the screen; each opens in its place. */
function SumFacts({ sum: { parts, step, text }, onPart }: SumFactsProps) {
  const { limit, more } = useVisibleRows(useState(VISIBLE_ROWS));
  const drawn = parts.slice(0, limit);
  return (
    <section aria-label="Parts">
      {parts.length === 0 && <p className={styles.rule}>There is nothing to add up yet.</p>}
      <ol className={styles.lines}>
        {drawn.map(({ label, text: part, question }) => (
          <li key={label} className={styles.line}>
            <p className={styles.sale}>
              <span>{label}</span>
              <strong>
                <NumberButton text={part} onOpen={() => onPart(question)}>
                  {part}
                </NumberButton>
              </strong>
            </p>
          </li>
        ))}
      </ol>
      {parts.length > drawn.length && (
        <p className={styles.more}>
          <Button variant="plain" onClick={more}>
            Show more
          </Button>
        </p>
      )}
      <p className={styles.total}>
        <span>{step}</span>
        <strong>{text}</strong>
      </p>
    </section>
  );
}
