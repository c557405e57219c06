import type pg from 'pg';
import { newId } from '#platform/ids.ts';
import { mailedCode } from '#tests/auth/mailed-code.ts';
import { AS_JSON, type HttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';

export const CHOSEN = 'Quiet.otter7';
export const GOOD_CARD = 'pm_card_visa';
export const DECLINED_CARD = 'pm_card_chargeDeclined';

type Form = Readonly<Record<string, string>>;
export const FIELDS = [
  ...(['firstName', 'lastName', 'companyName', 'email', 'employeeCount'] as const),
  ...(['password', 'confirmPassword'] as const),
] as const;
export type Filled = Readonly<Record<(typeof FIELDS)[number], string>>;
/** The reply fields of the card step. */
export type Arrived = { readonly companyId: string; readonly companyName: string; readonly email: string };

/** A valid form of a new person with a company of their own. */
export function formOf(changes: Partial<Filled> = {}): Filled {
  const id = newId();
  return {
    ...{ firstName: 'Grace', lastName: 'Hopper', companyName: `Company ${id}`, email: `${id}@example.test` },
    ...{ employeeCount: '21-50', password: CHOSEN, confirmPassword: CHOSEN },
    ...changes,
  };
}

/** A registrant at a browser. `client` keeps its cookies; `asJson` chooses JSON instead of forms. */
export function registrant(client: HttpClient, pool: pg.Pool, asJson = false) {
  const headers = asJson ? AS_JSON : {};
  const post = (path: string, body: Form, more: Record<string, string> = {}): Promise<HttpReply> =>
    client.post(`/registration/${path}`, body, { ...headers, ...more });

  const me = {
    client,
    register: (form: Form, more?: Record<string, string>) => post('register-company', form, more),
    confirm: (email: string) => post('confirm-email', { username: email }),
    resend: (email: string) => post('resend-otp', { username: email }),
    verify: (id: string, otp: string) => post('verify-otp', { id, otp }),
    intend: (company: Arrived) => post('create-setup-intent', company),
    save: (company: Arrived, paymentMethodId = GOOD_CARD) =>
      post('save-subscription', { ...company, paymentMethodId }),
    comeIn: (email: string) => post('login-after-registration', { email, tz: 'America/Toronto' }),

    /** Requests a code and enters the mailed one. */
    async prove(email: string): Promise<HttpReply> {
      const { status, body } = await me.confirm(email);
      if (status !== 200) throw new Error(`no code: ${status} ${JSON.stringify(body)}`);
      return me.verify(body.otpId, await mailedCode(pool, body.otpId));
    },

    /** Everything up to the card; returns the company's fields for the calls of the card step. */
    async arrive(form: Filled): Promise<Arrived> {
      const { body, status } = await me.register(form);
      if (status !== 200) throw new Error(`not registered: ${status} ${JSON.stringify(body)}`);
      const { email, companyName } = form;
      const proven = await me.prove(email);
      if (proven.body.next !== 'card') throw new Error(`not proven: ${JSON.stringify(proven.body)}`);
      return { companyId: body.companyId, companyName, email };
    },
  };
  return me;
}
