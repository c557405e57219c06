import { paths } from '../../app/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DemoBoard } from './demo-board.view.tsx';
import styles from './hero.module.css';
import { LandingHeader } from './landing-header.view.tsx';

/** One line that says what it is, and the thing itself. */
export function Hero() {
  return (
    <div className={styles.board}>
      <div className={styles.inner} data-theme="dark">
        <LandingHeader />
        <main className={styles.hero} id="start" tabIndex={-1}>
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
        </main>
      </div>
    </div>
  );
}
