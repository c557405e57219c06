import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  createOwnData,
  erasureAtom,
  erasureQuery,
  OWN_DATA_HREF,
  type OwnDataActs,
} from './own-data.atoms.ts';
import styles from './own-data.module.css';

/** The person's own data: a file of it, and the wish to have it erased. The page shows `ConfirmIdentity`. */
export function OwnData() {
  const [acts] = useState(createOwnData);
  const me = useAtomValue(employeeAtom);
  const [alert, setAlert] = useAtom(acts.alertAtom);
  return (
    <div className={styles.data}>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <Panel narrow title="Your data">
        <div className={styles.parts}>
          <p>One file has everything that is stored about you: profile, sign-ins, mails and your history.</p>
          <DownloadAll acts={acts} />
          {me.employee_type === 'super employee' ? (
            <p className={styles.note}>
              Your own data is erased with your company, six months after it ended.
            </p>
          ) : (
            <Erasure acts={acts} />
          )}
        </div>
      </Panel>
    </div>
  );
}

function DownloadAll({ acts: { busyAtom, downloadAtom } }: { acts: OwnDataActs }) {
  const link = useRef<HTMLAnchorElement>(null);
  const busy = useAtomValue(busyAtom);
  const ask = useSetAtom(downloadAtom);
  const download = async () => {
    if (await ask()) link.current?.click();
  };
  return (
    <>
      <Button variant="plain" busy={busy} onClick={() => void download()}>
        <Icon of={Download} size={16} /> Download my data
      </Button>
      <a ref={link} href={OWN_DATA_HREF} download hidden>
        The file
      </a>
    </>
  );
}

function Erasure({ acts }: { acts: OwnDataActs }) {
  useQuery(erasureQuery, null);
  const erasure = useAtomValue(erasureAtom);
  return (
    <>
      <QueryState of={erasureQuery} loading="Loading your request" />
      {erasure?.state === 'requested' && (
        <p className={styles.note}>
          You asked for erasure on {formatDateTime(erasure.at)}. The super employee of your company answers
          it.
        </p>
      )}
      {erasure?.state === 'refused' && (
        <p className={styles.note}>
          Your request was refused on {formatDateTime(erasure.at)}: {erasure.reason}
        </p>
      )}
      {erasure?.state === 'requested' && <Withdraw acts={acts} />}
      {(erasure === null || erasure?.state === 'refused') && <Ask acts={acts} />}
    </>
  );
}

function Withdraw({ acts: { busyAtom, withdrawAtom } }: { acts: OwnDataActs }) {
  const busy = useAtomValue(busyAtom);
  const withdraw = useSetAtom(withdrawAtom);
  return (
    <Button variant="plain" busy={busy} onClick={() => void withdraw()}>
      Withdraw the request
    </Button>
  );
}

function Ask({ acts: { busyAtom, askAtom } }: { acts: OwnDataActs }) {
  const busy = useAtomValue(busyAtom);
  const ask = useSetAtom(askAtom);
  return (
    <>
      <p>
        You can ask that your data is erased. The super employee of your company is told, and answers. It is
        erased after you were deleted as an employee: names, email and number go, sales and commission stay
        without your name.
      </p>
      <Button variant="plain" busy={busy} onClick={() => void ask()}>
        Ask for erasure
      </Button>
    </>
  );
}
