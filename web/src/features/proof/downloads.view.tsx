import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { exportCompany, exportStatement } from '#contracts/endpoints/proof.endpoints.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { DownloadLink } from '../../ui/download-link.tsx';
import { SelectField } from '../../ui/field.tsx';
import { fullName } from '../../ui/full-name.ts';
import styles from './proof.module.css';

/** Files that verify themselves, in any browser and offline. */
export function Downloads() {
  const people = useQuery(allEmployeesQuery, null)?.requestedData ?? [];
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
          {!people.some(({ id }) => id === me.id) && <option value={me.id}>{fullName(me)}</option>}
          {people.map((person) => (
            <option key={person.id} value={person.id}>
              {fullName(person)}
            </option>
          ))}
        </SelectField>
        <DownloadLink href={statement}>Download statement</DownloadLink>
        <DownloadLink href={`/api${exportCompany.path}`}>Download everything</DownloadLink>
      </div>
    </>
  );
}
