import { Type } from 'typebox';
import { change, happened } from '../history/description.ts';
import { event } from './event.ts';

/** The facts of the access history, and the event of the security log (OWASP's logging vocabulary) that each is. */
export const ACCESS_FACTS = {
  'signed in': 'authn_login_success',
  'password refused': 'authn_login_fail',
  'sessions ended': 'session_expired',
  'password changed': 'authn_password_change',
  'password reset': 'authn_password_change',
  'invitation accepted': 'authn_password_change',
  'passkey added': 'authn_token_created',
  'passkey deleted': 'authn_token_revoked',
  'app added': 'authn_token_created',
  'app removed': 'authn_token_revoked',
  'recovery codes made': 'authn_token_created',
  'recovery code used': 'authn_token_revoked',
  'factors reset': 'authn_token_revoked',
  'factor required of managers': 'user_updated',
  'factor not required of managers': 'user_updated',
  'own passwords required': 'user_updated',
  'own passwords not required': 'user_updated',
  'email change requested': 'user_updated',
  'email change withdrawn': 'user_updated',
  'email change refused': 'user_updated',
  'email change undone': 'user_updated',
  'pay read': 'sensitive_read',
  'file exported': 'sensitive_read',
  'call not allowed': 'authz_fail',
} as const;
export type AccessFact = keyof typeof ACCESS_FACTS;

const textOrNull = Type.Union([Type.String(), Type.Null()]);

export const accessEvents = {
  /** What happened to the account of a person, or to the data about the person. Never a secret. */
  AccessNoted: event({
    data: Type.Object({
      /** Whose account or pay it is; the actor may be another person, or unknown. */
      employeeId: Type.String(),
      /** An AccessFact; a newer version may know more. */
      fact: Type.String(),
      /** How often; the first was at `at` of the metadata. */
      times: Type.Integer(),
      /** When it was the last time, UTC ISO-8601; null when it was once. */
      until: textOrNull,
      /** The first five of them, `, ` between. */
      network: textOrNull,
      /** In words. */
      device: textOrNull,
      /** What it was about: an email, the name of a passkey, the kind of a file. */
      about: textOrNull,
    }),
    personal: { own: ['network', 'device', 'about'] },
    history: {
      kind: 'access',
      subject: ({ employeeId }) => ({
        ...{ id: employeeId, employeeId, campaignId: null, formerCampaignId: null },
      }),
      describe: ({ fact, times, until, network, device, about }) =>
        happened(titleOf(fact), 'the account', [
          change('about', 'About', 'text', null, about),
          change('times', 'Times', 'number', null, times === 1 ? null : times),
          change('until', 'Last', 'moment', null, until),
          change('network', 'Network', 'text', null, network),
          change('device', 'Device', 'text', null, device),
        ]),
    },
  }),
} as const;

function titleOf(fact: string): string {
  return fact === '' ? 'Access' : fact.charAt(0).toUpperCase() + fact.slice(1);
}
