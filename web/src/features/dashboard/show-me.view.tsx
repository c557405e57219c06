import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { demoBotQuery, pressShowMeAtom, showMeAlertAtom, showMeAtom } from './show-me.atoms.ts';

/** The button of the demo company that lets its associates sell for two minutes. */
export function ShowMe() {
  useQuery(demoBotQuery, null);
  const { isHere, isRunning, isBusy } = useAtomValue(showMeAtom);
  const press = useSetAtom(pressShowMeAtom);
  const [alert, setAlert] = useAtom(showMeAlertAtom);
  if (!isHere) return null;
  return (
    <>
      <Button
        variant="plain"
        busy={isBusy}
        title={isRunning ? 'Stop the bot' : 'A bot records sales of your team for two minutes'}
        onClick={() => void press()}
      >
        {isRunning ? 'Stop showing me' : 'Show me'}
      </Button>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
    </>
  );
}
