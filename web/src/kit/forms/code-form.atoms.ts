import { type Atom, atom, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { resendOtp } from '#contracts/endpoints/password-reset.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { errorAlert, noAlert, successAlert } from '../../ui/alert.ts';
import { isWholeCode, NO_CODE } from '../../ui/code-digits.ts';
import { createForm, type Form, failureIfGeneric } from './form.atoms.ts';

/** The address of the last mailed code, and the id of that code. */
export type Mailed = { readonly email: string; readonly otpId: string };

export type CodeDraft = { readonly code: string };

/** The six boxes for a mailed code, and the request for another code. */
export type CodeForm<Reply> = {
  readonly form: Form<CodeDraft, Reply>;
  readonly mailedAtom: Atom<Mailed>;
  readonly resendingAtom: Atom<boolean>;
  /** True when another code was mailed: the boxes are empty again. */
  readonly resendAtom: WritableAtom<null, [], Promise<boolean>>;
};

/** Whether mail stays on this machine, and where to read it. */
export const mailboxAtom = atom((get) => get(foundMailboxAtom));
const foundMailboxAtom = atom<string | null | undefined>(undefined);

/** Without the cache, which pages before the sign-in do not load. The endpoint is loaded after the page is drawn. */
export const findMailboxAtom = atom(null, async (get, set): Promise<void> => {
  const { getConfig } = await import('#contracts/endpoints/registration.endpoints.ts');
  const answer = await get(apiAtom).call(getConfig, {});
  if (answer.ok) set(foundMailboxAtom, answer.reply.mailbox);
});

type CodeRules<E extends Endpoint> = {
  /** Receives the otpId of each newly mailed code. */
  readonly mailedAtom: WritableAtom<Mailed, [otpId: string], void>;
  readonly verify: (api: ApiClient, attempt: { otp: string; id: string }) => Promise<Answer<E>>;
  readonly resend: (api: ApiClient, username: string) => Promise<Answer<typeof resendOtp>>;
};

const alsoTold = failureIfGeneric('internalServerError');

export function createCodeForm<E extends Endpoint>({
  mailedAtom,
  verify,
  resend,
}: CodeRules<E>): CodeForm<ReplyOf<E>> {
  const form = createForm<CodeDraft, E>({
    start: () => ({ code: NO_CODE }),
    // Only six digits are checked: each check uses up one of five tries.
    check: ({ code }) => (isWholeCode(code) ? null : { error: 'wrongPasscode', fields: ['code'] }),
    send: (api, { code }, _key, get) => verify(api, { otp: code, id: get(mailedAtom).otpId }),
    fieldsOf: (error) => (error === 'wrongPasscode' ? ['code'] : []),
    next: () => ({ code: NO_CODE }),
  });
  const resendingAtom = atom(false);

  const resendAtom = atom(null, async (get, set): Promise<boolean> => {
    if (get(resendingAtom) || get(form.busyAtom)) return false;
    set(resendingAtom, true);
    set(form.alertAtom, noAlert);
    const answer = await resend(get(apiAtom), get(mailedAtom).email);
    set(resendingAtom, false);
    if (!answer.ok) {
      const also = alsoTold(answer.error);
      set(form.alertAtom, errorAlert(answer.message, ...(also ? [messages[also]] : [])));
      return false;
    }
    set(mailedAtom, answer.reply.otpId);
    set(form.typeAtom, { code: NO_CODE });
    set(form.alertAtom, successAlert(messages.codeSent));
    return true;
  });

  return { form, mailedAtom, resendingAtom, resendAtom };
}
