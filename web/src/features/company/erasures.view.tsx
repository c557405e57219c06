import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo, useState } from 'react';
import type { ErasureWish } from '#contracts/endpoints/own-data.endpoints.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { createErasureAnswers, type ErasureAnswers, erasuresQuery } from './erasures.atoms.ts';
import styles from './erasures.module.css';

const STATES: Readonly<Record<ErasureWish['state'], string>> = {
  requested: 'Asked for',
  refused: 'Refused',
  ordered: 'Erased in the coming night',
  erased: 'Erased',
};

/** Requests for the erasure of personal data, with their answers; nothing while there was none. */
export function Erasures() {
  const [answers] = useState(createErasureAnswers);
  useQuery(erasuresQuery, null);
  const wishes = useAtomValue(erasuresQuery.replyAtom)?.requestedData;
  const [alert, setAlert] = useAtom(answers.alertAtom);
  const columns = useMemo(() => columnsWith(answers), [answers]);
  return (
    <div className={styles.erasures}>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <QueryState of={erasuresQuery} loading="Loading requests for erasure" />
      {wishes && wishes.length > 0 && (
        <Panel flush title="Requests for erasure">
          <DataTable
            caption="Requests for erasure"
            columns={columns}
            rows={wishes}
            keyOf={({ id }) => id}
            download="requests-for-erasure"
            empty={null}
          />
        </Panel>
      )}
    </div>
  );
}

const nameOf = ({ name }: ErasureWish) => name ?? 'An erased person';

function columnsWith(answers: ErasureAnswers): readonly Column<ErasureWish>[] {
  return [
    { label: 'Name', show: nameOf, csv: nameOf, card: 'heading' },
    {
      label: 'State',
      show: ({ state, reason }) => (reason === '' ? STATES[state] : `${STATES[state]}: ${reason}`),
      csv: ({ state, reason }) => `${STATES[state]} ${reason}`.trim(),
    },
    {
      label: 'Since',
      show: ({ at }) => <span className={styles.date}>{formatDateTime(at)}</span>,
      csv: ({ at }) => at,
    },
    {
      label: 'Actions',
      show: (wish) => wish.state === 'requested' && <Actions wish={wish} answers={answers} />,
      card: 'actions',
    },
  ];
}

function Actions({ wish, answers }: { wish: ErasureWish; answers: ErasureAnswers }) {
  return (
    <span className={styles.actions}>
      {wish.deleted ? (
        <Erase wish={wish} answers={answers} />
      ) : (
        <LinkButton variant="quiet" to={pathTo(paths.employee, wish.id)}>
          Delete first
        </LinkButton>
      )}
      <Refuse wish={wish} answers={answers} />
    </span>
  );
}

type ActionProps = { readonly wish: ErasureWish; readonly answers: ErasureAnswers };

function Erase({ wish, answers: { busyAtom, answerAtom } }: ActionProps) {
  const [asking, setAsking] = useState(false);
  const busy = useAtomValue(busyAtom);
  const send = useSetAtom(answerAtom);
  const confirm = () => {
    setAsking(false);
    void send(wish, { answer: 'erase' });
  };
  return (
    <>
      <Button variant="quiet" busy={busy} onClick={() => setAsking(true)}>
        Erase
      </Button>
      <ConfirmDialog
        open={asking}
        action="Erase"
        busyAction="Erasing…"
        busy={busy}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        Names, email and number of {nameOf(wish)} are erased everywhere in the coming night. Sales and
        commission stay without a name.
      </ConfirmDialog>
    </>
  );
}

function Refuse({ wish, answers: { busyAtom, answerAtom } }: ActionProps) {
  const [reason, setReason] = useState<string | null>(null);
  const busy = useAtomValue(busyAtom);
  const send = useSetAtom(answerAtom);
  const close = () => setReason(null);
  return (
    <>
      <Button variant="quiet" onClick={() => setReason('')}>
        Refuse
      </Button>
      <TextDialog
        title={`Refuse the request of ${nameOf(wish)}`}
        label="Reason, which the person reads"
        action="Refuse"
        value={reason}
        onChange={setReason}
        onSubmit={(said) => void send(wish, { answer: 'refuse', reason: said }).then(close)}
        onCancel={close}
        busy={busy}
      />
    </>
  );
}
