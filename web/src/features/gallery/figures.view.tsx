import { Target } from 'lucide-react';
import { SALE_STATUSES } from '#contracts/sale-status.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark, Wordmark } from '../../ui/mark.tsx';
import { NumberButton } from '../../ui/number-button.tsx';
import { Money, NumberRoll } from '../../ui/number-roll.tsx';
import { StatusBadge, StatusShape } from '../../ui/status-badge.tsx';
import { Tally } from '../../ui/tally.tsx';
import styles from './gallery.module.css';
import { LONG } from './gallery-data.ts';
import { Held, Sample, State } from './sample.view.tsx';

/** Badges, numbers and facts. */
export function Figures() {
  return (
    <>
      <Sample name="Mark and Wordmark" use="Five tally strokes, the fifth across the four.">
        <State of="Small, large, with the name">
          <div className={styles.row}>
            <Mark /> <Mark size={40} /> <Wordmark />
          </div>
        </State>
      </Sample>
      <Sample name="Icon" use="A sign beside a word, which carries the meaning.">
        <State of="TwoColumns text">
          <div className={styles.row}>
            <Icon of={Target} /> Goals
            <Icon of={Target} size={16} /> smaller
          </div>
        </State>
      </Sample>
      <Sample
        name="StatusBadge and StatusShape"
        use="Word, shape and colour: none carries the meaning alone."
      >
        <State of="Every status">
          <div className={styles.row}>
            {SALE_STATUSES.map((status) => (
              <StatusBadge key={status} status={status} />
            ))}
            <StatusShape status="Closed" />
          </div>
        </State>
      </Sample>
      <Sample name="NumberButton" use="A number that opens to what makes it.">
        <State of="Within text, large">
          <div className={styles.row}>
            <NumberButton text="$1,234.50" onOpen={() => undefined}>
              <Money dollars={1234.5} />
            </NumberButton>
            <strong>
              <NumberButton text="1.30" onOpen={() => undefined}>
                <NumberRoll text="1.30" />
              </NumberButton>
            </strong>
          </div>
        </State>
      </Sample>
      <Sample name="Money and NumberRoll" use="Numbers in the person's locale; a changed one rolls in.">
        <State of="Press to change">
          <Held start={1234.5}>
            {(dollars, set) => (
              <div className={styles.row}>
                <strong>
                  <Money dollars={dollars} />
                </strong>
                <NumberRoll text={`${Math.round(dollars / 100)} calls`} />
                <Button variant="plain" onClick={() => set(dollars + 99.69)}>
                  Add $99.69
                </Button>
              </div>
            )}
          </Held>
        </State>
      </Sample>
      <Sample name="Tally" use="A count as it is kept on paper; the newest stroke draws itself.">
        <State of="Press to add">
          <Held start={8}>
            {(count, set) => (
              <div className={styles.row}>
                <Tally count={count} label={`${count} tally strokes`} />
                <Button variant="plain" onClick={() => set(count + 1)}>
                  One more
                </Button>
              </div>
            )}
          </Held>
        </State>
      </Sample>
      <Sample name="Facts" use="Names and values, one pair a line.">
        <State of="Short and long">
          <Facts
            facts={[
              ['Price', <Money key="price" dollars={1234.5} />],
              ['Status', <StatusBadge key="status" status="Closed" />],
              ['Details', LONG],
            ]}
          />
        </State>
      </Sample>
    </>
  );
}
