import styles from './plan-summary.module.css';

/** The price of the monthly plan, now and after the trial. */
export function PlanSummary() {
  return (
    <>
      <table className={styles.plan}>
        <caption>Monthly plan</caption>
        <tbody>
          <tr>
            <th scope="row">7-day free trial</th>
            <td>$0</td>
          </tr>
          <tr>
            <th scope="row">24/7 support</th>
            <td>$0</td>
          </tr>
          <tr>
            <th scope="row">Staff training</th>
            <td>$0</td>
          </tr>
          <tr>
            <th scope="row">
              After the trial <span className={styles.unit}>per registered employee</span>
            </th>
            <td>$10</td>
          </tr>
        </tbody>
      </table>
      <p className={styles.base}>
        Prices in CAD. A base fee of $150 per company and month is added after the trial.
      </p>
    </>
  );
}
