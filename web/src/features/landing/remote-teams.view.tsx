import { useEffect, useState } from 'react';
import { paths } from '../../kit/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { departures } from './departures.ts';
import styles from './remote-teams.module.css';
import { Section } from './section.view.tsx';

export function RemoteTeams() {
  const now = useNow();
  return (
    <Section
      title="Five time zones, one floor"
      sheet
      beside
      lead={
        <>
          <p>
            Remote teams work side by side here. A shift starts with the first login or sale of the local day,
            wherever that is, and a sale in Vancouver is on the board in St. John’s in the same second.
          </p>
          <p>When a connection drops, the board says so, heals by itself and misses nothing.</p>
        </>
      }
      action={
        <LinkButton variant="plain" to={paths.register}>
          Start a free trial
        </LinkButton>
      }
    >
      <table className={styles.board} data-theme="dark">
        <caption className="visually-hidden">A made-up team in five time zones</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Associate</th>
            <th scope="col">Local time</th>
            <th scope="col">Shift</th>
          </tr>
        </thead>
        <tbody>
          {departures(now).map(({ city, name, time, isOn, shift }) => (
            <tr key={city} data-on={isOn}>
              <th scope="row">{city}</th>
              <td>{name}</td>
              <td>{time}</td>
              <td>{shift}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

const TICK_MS = 5_000;

/** The current time, at most a few seconds late. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
