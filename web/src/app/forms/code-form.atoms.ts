import { type Atom, atom, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { resendOtp } from '#contracts/endpoints/password-reset.endpoints.ts';
import { getConfig } from '#contracts/endpoints/registration.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { isWholeCode, NO_CODE } from '../../ui/code-digits.ts';
import { errorTickets, noTickets, successTicket } from '../../ui/tickets.ts';
import { createForm, type Form } from './form.atoms.ts';
import { whereUnexplained } from './unexplained.ts';

/** To whom the last code was mailed, and what it belongs to. */
export type Mailed = { readonly email: string; readonly otpId: string };

export type CodeDraft = { readonly code: string };

/** The six boxes of a mailed code, and asking for another one. */
export type CodeForm<Reply> = {
  readonly form: Form<CodeDraft, Reply>;
  readonly mailedAtom: Atom<Mailed>;
  readonly resendingAtom: Atom<boolean>;
  /** True when another code is on its way: the boxes are empty again. */
  readonly resendAtom: WritableAtom<null, [], Promise<boolean>>;
};

/** Says where mail is that does not leave the machine. */
export const mailboxResource = createResource({ ask: (api, _question: null) => api.call(getConfig, {}) });

type CodeRules<E extends Endpoint> = {
  /** Is set to the otpId of a code that was mailed anew. */
  readonly mailedAtom: WritableAtom<Mailed, [otpId: string], void>;
  readonly verify: (api: ApiClient, attempt: { otp: string; id: string }) => Promise<Answer<E>>;
  readonly resend: (api: ApiClient, username: string) => Promise<Answer<typeof resendOtp>>;
};

const alsoTold = whereUnexplained('internalServerError');

export function createCodeForm<E extends Endpoint>({
  mailedAtom,
  verify,
  resend,
}: CodeRules<E>): CodeForm<ReplyOf<E>> {
  const form = createForm<CodeDraft, E>({
    start: () => ({ code: NO_CODE }),
    // Nothing is asked about less than six digits: each question is one of five tries.
    check: ({ code }) => (isWholeCode(code) ? null : { error: 'wrongPasscode', fields: ['code'] }),
    send: (api, { code }, _key, get) => verify(api, { otp: code, id: get(mailedAtom).otpId }),
    fieldsOf: (error) => (error === 'wrongPasscode' ? ['code'] : []),
    next: () => ({ code: NO_CODE }),
  });
  const resendingAtom = atom(false);

  const resendAtom = atom(null, async (get, set): Promise<boolean> => {
    if (get(resendingAtom) || get(form.busyAtom)) return false;
    set(resendingAtom, true);
    set(form.ticketsAtom, noTickets);
    const answer = await resend(get(apiAtom), get(mailedAtom).email);
    set(resendingAtom, false);
    if (!answer.ok) {
      const also = alsoTold(answer.error);
      set(form.ticketsAtom, errorTickets(answer.message, ...(also ? [messages[also]] : [])));
      return false;
    }
    set(mailedAtom, answer.reply.otpId);
    set(form.typeAtom, { code: NO_CODE });
    set(form.ticketsAtom, successTicket(messages.codeSent));
    return true;
  });

  return { form, mailedAtom, resendingAtom, resendAtom };
}
