import type { NumberQuestion, Sum } from '../../kit/numbers/opened-number.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { NumberButton } from '../../ui/number-button.tsx';
import { useVisibleRows } from '../../ui/use-visible-rows.ts';
import styles from './numbers.module.css';

type SumFactsProps = { sum: Sum; onPart: (question: NumberQuestion) => void };

/** The parts of a sum on the screen; each opens in its place. */
export function SumFacts({ sum: { parts, step, text }, onPart }: SumFactsProps) {
  const { limit, more } = useVisibleRows();
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
