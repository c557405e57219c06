import { atom } from 'jotai';
import type { PendingSale } from '#contracts/endpoints/pay.endpoints.ts';
import { confirmSale } from '#contracts/endpoints/pay-lines.endpoints.ts';
import { setVerification } from '#contracts/endpoints/pay-rules.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

/** What became of the last tick on the pay settings. */
export const verificationAlertAtom = atom<Alert>(noAlert);

type Tick = { readonly campaignId: string; readonly required: boolean };

/** The tick that is being saved: it stands as the person set it. */
export const tickOnTheWayAtom = atom<Tick | null>(null);

/** Sets whether sales in a campaign have to be confirmed. */
export const verifyAtom = atom(null, async (get, set, body: Tick): Promise<void> => {
  set(verificationAlertAtom, noAlert);
  set(tickOnTheWayAtom, body);
  const answer = await get(apiAtom).call(setVerification, { body });
  set(tickOnTheWayAtom, null);
  const alert = answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message);
  set(verificationAlertAtom, alert);
});

/** A waiting sale as it is on the screen. */
type Seen = Pick<PendingSale, 'id' | 'since'>;

/** Confirms waiting sales; made for the screen that shows its messages. */
export function createConfirmation() {
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);
  const confirmAtom = atom(null, async (get, set, { id, since }: Seen): Promise<void> => {
    if (get(busyAtom)) return;
    set(busyAtom, true);
    set(alertAtom, noAlert);
    const answer = await get(apiAtom).call(confirmSale, { params: { id }, body: { since } });
    set(busyAtom, false);
    set(alertAtom, answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message));
  });
  return { alertAtom, busyAtom, confirmAtom };
}

export type Confirmation = ReturnType<typeof createConfirmation>;
