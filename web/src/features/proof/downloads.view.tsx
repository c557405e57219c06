import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { exportCompany, exportStatement } from '#contracts/endpoints/proof.endpoints.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { DownloadLink } from '../../ui/download-link.tsx';
import { SelectField } from '../../ui/field.tsx';
import { peopleResource } from './proof.atoms.ts';
import styles from './proof.module.css';

/** Files that check themselves, in any browser and without a network. */
export function Downloads() {
  const people = useResource(peopleResource, null)?.requestedData ?? [];
  const me = useAtomValue(employeeAtom);
  const [chosen, setChosen] = useState(me.id);
  const statement = `/api${exportStatement.path.replace('{id}', encodeURIComponent(chosen))}`;
  return (
    <>
      <p className={styles.note}>
        A file is one page with all of its data. Opened in any browser, also years later and without a
        network, it checks the chain and every amount by itself and says what holds.
      </p>
      <div className={styles.downloads}>
        <SelectField
          label="Statement of"
          name="person"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          {!people.some(({ id }) => id === me.id) && (
            <option value={me.id}>
              {me.first_name} {me.last_name}
            </option>
          )}
          {people.map(({ id, first_name, last_name }) => (
            <option key={id} value={id}>
              {first_name} {last_name}
            </option>
          ))}
        </SelectField>
        <DownloadLink href={statement}>Download statement</DownloadLink>
        <DownloadLink href={`/api${exportCompany.path}`}>Download everything</DownloadLink>
      </div>
    </>
  );
}
