import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { fingerprint } from '#contracts/proof/verdict.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { formatDate, formatDateTime, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import {
  compareAtom,
  comparedAtom,
  comparedRootsAtom,
  comparingAtom,
  type Held,
  type HeldRoot,
  heldAlertAtom,
  heldTextAtom,
  lostAtom,
  rememberAtom,
} from './held.atoms.ts';
import { proofQuery } from './proof.atoms.ts';
import styles from './proof.module.css';

/** What a person holds of the chain against the chain: a mail with a seal, an exported page, a fingerprint. */
export function CompareHeld() {
  const [text, setText] = useAtom(heldTextAtom);
  const [alert, setAlert] = useAtom(heldAlertAtom);
  const isBusy = useAtomValue(comparingAtom);
  const compared = useAtomValue(comparedAtom);
  const roots = useAtomValue(comparedRootsAtom);
  const compare = useSetAtom(compareAtom);
  return (
    <>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <p className={styles.note}>
        Paste a mail with a seal, a fingerprint, or the text of an exported page. What it names has to be in
        the chain of today. The line about the seals of all companies may be of a mail to any company here.
      </p>
      <form
        className={styles.check}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void compare();
        }}
      >
        <TextAreaField
          label="Mail, fingerprint or page"
          rows={4}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" busy={isBusy} busyLabel="Comparing…">
          Compare
        </Button>
        <div className={styles.outcome} role="status">
          {compared?.map((held) => (
            <Compared key={held.link} of={held} />
          ))}
          {roots.map((held) => (
            <ComparedRoot key={held.root.root} of={held} />
          ))}
        </div>
      </form>
    </>
  );
}

function Compared({ of: { link, found } }: { of: Held }) {
  return (
    <div className={styles.verdict} data-holds={found !== null}>
      <Icon of={found ? ShieldCheck : TriangleAlert} />
      <div>
        <p className={styles.title}>
          {fingerprint(link)} {found ? 'is in the chain' : 'is NOT in the chain'}
        </p>
        <p className={styles.note}>
          {found
            ? `It covers the first ${formatNumber(found.count)} events${found.at ? ` (until ${formatDateTime(found.at)})` : ''}.`
            : 'It is of another company, or the history was made anew since. Keep what you hold, download everything below, and contact us.'}
        </p>
      </div>
    </div>
  );
}

function ComparedRoot({ of: { isKept, day } }: { of: HeldRoot }) {
  return (
    <div className={styles.verdict} data-holds={isKept}>
      <Icon of={isKept ? ShieldCheck : TriangleAlert} />
      <div>
        <p className={styles.title}>
          {isKept ? 'The seals of all companies are kept' : 'The seals of all companies are NOT kept'}
        </p>
        <p className={styles.note}>
          {isKept &&
            (day ? `Your seal of ${formatDate(day)} is among them.` : 'Your company has none among them.')}
          {!isKept &&
            'Seals of this installation were made anew, it was restored from a backup, or the mail is of another one. Keep what you hold, and contact us.'}
        </p>
      </div>
    </div>
  );
}

/** Says so when the end of the chain that this browser saw last is not in it any more. */
export function LostEnd() {
  const head = useAtomValue(proofQuery.replyAtom)?.head ?? null;
  const remember = useSetAtom(rememberAtom);
  const lost = useAtomValue(lostAtom);
  useEffect(() => void remember(head), [head, remember]);
  if (!lost) return null;
  return (
    <div className={styles.verdict} data-holds="false" role="alert">
      <Icon of={TriangleAlert} />
      <div>
        <p className={styles.title}>The history is not the one that this browser saw before</p>
        <p className={styles.note}>
          {lost.at && `On ${formatDateTime(lost.at)} `}
          {lost.at ? 'it' : 'It'} ended with {fingerprint(lost.link)}, after {formatNumber(lost.count)}{' '}
          events, and that is not in the chain any more. A restore from a backup does this; so does a history
          that was made anew. Download everything below, keep the mails with the seals, and contact us.
        </p>
      </div>
    </div>
  );
}
