import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { done, Id, listOf, ShortText, TimeZone } from './fields.ts';

/** JSON, as WebAuthn names its parts in `PublicKeyCredential.toJSON()`. */
const Credential = Type.String({
  maxLength: 16_384,
  description: 'the JSON of the credential, as `PublicKeyCredential.toJSON()` gives it',
});
/** For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `parseRequestOptionsFromJSON()`. */
const Options = Type.Object({
  options: Type.String({
    description: 'the JSON of the WebAuthn options; good for one use within five minutes',
  }),
});

const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Type.String({ description: 'UTC ISO-8601' }),
  last_used_at: Type.Union([Type.String(), Type.Null()], { description: 'UTC ISO-8601; null: never' }),
});
export type Passkey = Static<typeof Passkey>;

export const askForPasskey = endpoint({
  method: 'POST',
  path: '/login/passkey/options',
  summary: 'What a passkey has to sign for a sign-in; the same for every caller',
  tag: 'Authentication',
  reply: Options,
  onInvalidInput: 'malformed',
  refusals: ['tooManyRequests'],
});

export const loginByPasskey = endpoint({
  method: 'POST',
  path: '/login/passkey',
  summary: 'Sign in with a passkey; the first login of the local date starts the shift',
  tag: 'Authentication',
  body: Type.Object({ credential: Credential, tz: Type.Optional(TimeZone) }),
  reply: Type.Object({ message: Type.String(), isLoggedIn: Type.Boolean() }),
  onInvalidInput: 'passkeyRefused',
  refusals: ['invalidTimeZone', 'passkeyRefused', 'tooManyRequests'],
});

export const getPasskeys = endpoint({
  method: 'GET',
  path: '/employees/passkeys',
  summary: 'The passkeys of the caller, the latest first',
  tag: 'Authentication',
  reply: listOf(Passkey),
  onInvalidInput: 'malformed',
});

export const offerPasskey = endpoint({
  method: 'POST',
  path: '/employees/passkeys/options',
  summary: 'What a new passkey is made of; needs a proof of identity within five minutes',
  tag: 'Authentication',
  needsIdentity: true,
  actsOnSession: true,
  reply: Options,
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity', 'tooManyPasskeys'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/employees/passkeys',
  summary: 'Add a passkey to the caller; needs a proof of identity within five minutes',
  tag: 'Authentication',
  needsIdentity: true,
  actsOnSession: true,
  body: Type.Object({
    credential: Credential,
    name: Type.Optional(
      Type.String({ description: 'at most 255 characters; without one the browser names it' }),
    ),
  }),
  reply: Type.Object({ message: Type.String(), id: Id }),
  onInvalidInput: 'passkeyNotAdded',
  refusals: ['confirmIdentity', 'passkeyNotAdded', 'passkeyExists', 'tooManyPasskeys', 'invalidText'],
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/employees/passkeys/{id}',
  summary: 'Rename a passkey of the caller',
  tag: 'Authentication',
  params: Type.Object({ id: Id }),
  body: Type.Object({ name: ShortText }),
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['noSuchPasskey', 'incompleteFields', 'invalidText'],
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/employees/passkeys/{id}',
  summary: 'Delete a passkey of the caller; needs a proof of identity within five minutes. Sessions go on',
  tag: 'Authentication',
  needsIdentity: true,
  actsOnSession: true,
  params: Type.Object({ id: Id }),
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity', 'noSuchPasskey'],
});

export const askToConfirm = endpoint({
  method: 'POST',
  path: '/employees/confirm-identity/options',
  summary: 'What a passkey of the caller has to sign for a proof of identity',
  tag: 'Authentication',
  actsOnSession: true,
  reply: Options,
  onInvalidInput: 'malformed',
});

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/employees/confirm-identity',
  summary: 'Prove again whose session this is, by password or passkey; good for five minutes',
  tag: 'Authentication',
  actsOnSession: true,
  body: Type.Object({
    password: Type.Optional(Type.String({ maxLength: 1024 })),
    credential: Type.Optional(Credential),
  }),
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['wrongPassword', 'passkeyRefused', 'tooManyRequests', 'tooManyGuesses'],
});

export const checkIdentity = endpoint({
  method: 'GET',
  path: '/employees/confirm-identity',
  summary: 'Whether the proof of identity is still good, before a download that needs it',
  tag: 'Authentication',
  needsIdentity: true,
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity'],
});
