import { paths } from '../../app/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import styles from './landing.module.css';

export function LandingPage() {
  return (
    <main className={styles.page}>
      <title>Tallyboard: the software that sales floors run on</title>
      <div className={styles.words}>
        <span className={styles.mark}>
          <Mark size={72} />
        </span>
        <h1>Tallyboard</h1>
        <p>Record a sale, see your commission at once, and watch the whole floor live.</p>
        <LinkButton to={paths.login}>Log in</LinkButton>
      </div>
      <span className={styles.large} aria-hidden="true">
        <Mark size={640} />
      </span>
    </main>
  );
}
