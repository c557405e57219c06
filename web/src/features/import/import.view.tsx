import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFocusNext } from './focus-next.hooks.ts';
import {
  goOnAtom,
  importAlertAtom,
  importsQuery,
  leftFileAtom,
  previewAtom,
  underWayAtom,
  uploadAtom,
} from './import.atoms.ts';
import styles from './import.module.css';
import { ImportPreview } from './import-preview.view.tsx';
import { ImportsList } from './imports-list.view.tsx';

/** Where the super employee brings sales and people in. */
export function ImportPage() {
  useQuery(importsQuery, null);
  const preview = useAtomValue(previewAtom);
  const [alert, setAlert] = useAtom(importAlertAtom);
  return (
    <>
      <PageHeader title="Import" aside={<Link to={paths.companyProfile}>Company</Link>} />
      <div className={styles.page}>
        <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
        {preview ? <ImportPreview preview={preview} /> : <FileChoice />}
        <QueryState of={importsQuery} loading="Loading imports" />
        <ImportsList />
      </div>
    </>
  );
}

function FileChoice() {
  const upload = useSetAtom(uploadAtom);
  const goOn = useSetAtom(goOnAtom);
  const file = useFocusNext<HTMLInputElement>('file');
  const underWay = useAtomValue(underWayAtom);
  const left = useAtomValue(leftFileAtom);
  return (
    <Panel title="Bring your sales or your people">
      <div className={styles.note}>
        <p>A CSV file in UTF-8 with a line of column names, of at most 20 MB.</p>
        <ul>
          <li>
            Sales: date, employee (number, email or full name) and campaign, and what else you have. At most
            200,000.
          </li>
          <li>
            People: email and name, and number, role, campaign, manager and shift duration if you have them.
            At most 5,000.
          </li>
        </ul>
        <p>You see what it becomes before anything is imported.</p>
      </div>
      <div className={styles.actions}>
        <label className={styles.file}>
          <span>{underWay === 'upload' ? 'Reading…' : 'Your file'}</span>
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            ref={file}
            aria-disabled={underWay !== null || undefined}
            onClick={(event) => underWay !== null && event.preventDefault()}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void upload(file);
              event.target.value = '';
            }}
          />
        </label>
        {left && (
          <Button variant="plain" busy={underWay === 'preview'} onClick={() => void goOn(left)}>
            Go on with {left.file_name}
          </Button>
        )}
      </div>
    </Panel>
  );
}
