import type { SumQuestion } from '../../app/opened-number.atoms.ts';
import { Opens } from '../../app/opens.view.tsx';
import { Button } from '../../ui/button.tsx';
import { useParts } from '../../ui/use-parts.ts';
import styles from './numbers.module.css';

/** The parts of a number that is added up on the screen; each opens in its place. */
export function SumFacts({ sum: { parts, step, text } }: { sum: SumQuestion }) {
  const { limit, more } = useParts();
  const drawn = parts.slice(0, limit);
  return (
    <div className={styles.body}>
      <section aria-label="Parts">
        <ol className={styles.lines}>
          {drawn.map(({ label, text: part, question }) => (
            <li key={label} className={styles.line}>
              <p className={styles.sale}>
                <span>{label}</span>
                <strong>
                  {question ? (
                    <Opens question={question} text={part}>
                      {part}
                    </Opens>
                  ) : (
                    part
                  )}
                </strong>
              </p>
            </li>
          ))}
        </ol>
        {parts.length > drawn.length && (
          <p className={styles.more}>
            <Button look="plain" onClick={more}>
              Show more
            </Button>
          </p>
        )}
        <p className={styles.total}>
          <span>{step}</span>
          <strong>{text}</strong>
        </p>
      </section>
    </div>
  );
}
