import styles from './promises.module.css';

const LINES = [
  'Track your sales and commision',
  'Track your progress with a detailed report',
  'Activate your winning mode',
] as const;

/** The promises of the product, beside the form. */
export function Promises() {
  return (
    <ul className={styles.lines}>
      {LINES.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
