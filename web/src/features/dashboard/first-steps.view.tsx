import { useAtomValue, useSetAtom } from 'jotai';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type ShownStep, shownStepsAtom } from './first-steps.atoms.ts';
import { useFirstSteps } from './first-steps.hooks.ts';
import styles from './first-steps.module.css';
import { putStepsAwayAtom } from './steps-away.atoms.ts';

/** What a new company still needs, for its managers. */
export function FirstSteps() {
  useFirstSteps();
  const steps = useAtomValue(shownStepsAtom);
  const putAway = useSetAtom(putStepsAwayAtom);
  const me = useAtomValue(employeeAtom);
  if (!steps) return null;
  const left = steps.filter(({ state }) => state !== 'done').length;
  const note = (
    <>
      <span role="status">{left === 1 ? 'One step left' : `${left} steps left`}</span>
      <Button variant="quiet" onClick={() => putAway()}>
        Dismiss
      </Button>
    </>
  );
  return (
    <div className={styles.place}>
      <Panel title="First steps" note={note}>
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <StepLine key={step.key} step={step} number={index + 1} />
          ))}
        </ol>
        {hasRole(me, 'super employee') && (
          <p className={styles.book}>
            Or <Link to={paths.importSales}>bring your book of sales</Link> once you have a campaign and
            people.
          </p>
        )}
      </Panel>
    </div>
  );
}

function StepLine({ step, number }: { step: ShownStep; number: number }) {
  const { state, title, why, action, path } = step;
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
      <span className={styles.number}>
        {state === 'done' ? <Icon of={Check} size={16} /> : number}
        {state === 'done' && <span className="visually-hidden">Done:</span>}
      </span>
      <div>
        <h3>{title}</h3>
        {state !== 'done' && <p>{why}</p>}
      </div>
      {state !== 'done' && (
        <LinkButton
          variant={state === 'next' ? 'main' : 'plain'}
          to={path}
          state={{ returnTo: [paths.dashboard] }}
        >
          {action}
        </LinkButton>
      )}
    </li>
  );
}
