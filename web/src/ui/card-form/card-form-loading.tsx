import { Loading } from '../mark.tsx';
import styles from './card-form.module.css';

/** As high as a card form, so that nothing moves when the form appears. */
export function CardFormLoading() {
  return (
    <div className={styles.loading}>
      <Loading label="Loading the card form" />
    </div>
  );
}
