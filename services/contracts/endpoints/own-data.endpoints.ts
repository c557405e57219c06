import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { done, FileText, Id, listOf, OrNull } from './fields.ts';

const tag = 'Own data';

export const ERASURE_STATES = ['requested', 'refused', 'ordered', 'erased'] as const;
const state = Type.Enum([...ERASURE_STATES]);
const at = Type.String({ description: 'when it became so, UTC ISO-8601' });
const reason = Type.String({ description: 'of a refusal; else empty' });

const Erasure = Type.Object({ state, at, reason });

export const ErasureWish = Type.Object({
  id: Type.String({ description: 'of the employee' }),
  name: OrNull(Type.String),
  deleted: Type.Boolean({ description: 'whether this is a former employee' }),
  ...{ state, at, reason },
});
export type ErasureWish = Static<typeof ErasureWish>;

export const getOwnData = endpoint({
  method: 'GET',
  path: '/employees/own-data',
  summary:
    'Everything that is stored about the caller, as one JSON file; needs a proof of identity within five minutes',
  tag,
  reply: FileText,
  files: ['text/plain'],
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity'],
});

export const getErasure = endpoint({
  method: 'GET',
  path: '/employees/erasure',
  summary: "The caller's wish to have personal data erased; null without one",
  tag,
  reply: Type.Object({
    erasure: Type.Union([Erasure, Type.Null()]),
    identity_confirmed: Type.Boolean({ description: 'whether a proof of identity is good now' }),
  }),
  onInvalidInput: 'malformed',
});

export const askForErasure = endpoint({
  method: 'POST',
  path: '/employees/erasure',
  summary:
    'Ask for the erasure of the own personal data: mailed to the super employee. Needs a proof of identity within five minutes',
  tag,
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity', 'noSuchEmployee', 'superEmployeeErasure'],
});

export const withdrawErasure = endpoint({
  method: 'DELETE',
  path: '/employees/erasure',
  summary: 'Withdraw this wish; changes nothing once it is answered',
  tag,
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['noSuchEmployee'],
});

export const getErasures = endpoint({
  method: 'GET',
  path: '/companies/erasures',
  summary: 'Who asked for the erasure of personal data, the latest first, and what became of it',
  tag,
  reply: listOf(ErasureWish),
  onInvalidInput: 'malformed',
});

export const answerErasure = endpoint({
  method: 'PATCH',
  path: '/companies/erasures/{id}',
  summary:
    'Refuse a wish with a reason, or have the personal data of a former employee erased in the coming night. The second needs a proof of identity within five minutes',
  tag,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    answer: Type.Enum(['refuse', 'erase']),
    reason: Type.Optional(Type.String({ description: 'of a refusal; at most 255 characters' })),
  }),
  reply: done,
  onInvalidInput: 'malformed',
  refusals: [
    ...(['confirmIdentity', 'noSuchEmployee', 'noErasureRequest', 'notDeletedYet'] as const),
    ...(['erasureNeedsReason', 'invalidText'] as const),
  ],
});
