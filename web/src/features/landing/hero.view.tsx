import { paths } from '../../kit/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DemoBoard } from './demo-board.view.tsx';
import styles from './hero.module.css';

/** The claim, and the product itself. */
export function Hero() {
  return (
    <section className={styles.board} aria-label="What Tallyboard is">
      <div className={styles.inner} data-theme="dark">
        <div className={styles.hero}>
          <h1>Every sale is on the board the moment it closes.</h1>
          <div className={styles.words}>
            <p>
              Tallyboard is the live board of sales teams: record a sale, see your commission at once, and
              watch the whole floor move.
            </p>
            <div className={styles.actions}>
              <LinkButton to={paths.register}>Start your free trial</LinkButton>
              <span>7 days free. No commitment.</span>
            </div>
          </div>
          <DemoBoard />
        </div>
      </div>
    </section>
  );
}
