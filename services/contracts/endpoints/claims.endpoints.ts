import { type Static, Type } from 'typebox';
import { CLAIM_KINDS } from '../pay/statement.ts';
import { endpoint } from './endpoint.ts';
import { Id, NumberOrText, OrNull, ShortText } from './fields.ts';

const Kind = Type.Enum([...CLAIM_KINDS], {
  description: 'line: a line of a statement is wrong; the others: something of a date is missing or wrong',
});
const Amount = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

/** An event that changed a fact. */
const Change = Type.Object({
  position: Type.Integer(),
  title: Type.String(),
});

export const Claim = Type.Object({
  id: Type.String(),
  employee_id: Type.String(),
  name: Type.String(),
  kind: Kind,
  sale_id: OrNull(Type.String),
  line_id: OrNull(Type.String),
  line: Type.String({ description: 'name of the sale, or the reason of the bonus; empty without a line' }),
  date: OrNull(Type.String),
  period: Type.Union([Type.String(), Type.Null()], { description: 'first day of the period' }),
  text: Type.String(),
  opened_at: Type.String(),
  pinned: Type.Integer({ description: 'position up to which the person saw it: `as-of=@<pinned>` shows it' }),
  seen: Amount('dollars that the line was due then; null without a line'),
  now: Amount('dollars that it is due now'),
  state: Type.Enum(['open', 'answered']),
  answer: Type.Union([Type.String(), Type.Null()], {
    description: 'the latest, also while the claim is open again; null before the first',
  }),
  answered_by: OrNull(Type.String),
  answered_at: OrNull(Type.String),
  resolution: Type.Union([Change, Type.Null()]),
  changes: Type.Array(Change, {
    description:
      'of an open claim: what changed its sale, its date or added a line since, newest first; at most 10',
  }),
  person_again: Type.Union([Type.String(), Type.Null()], {
    description: 'why its person reopened it; null: not yet',
  }),
  manager_again: Type.Union([Type.String(), Type.Null()], {
    description: 'why a manager reopened it; null: not yet',
  }),
});
export type Claim = Static<typeof Claim>;

const tag = 'Pay';
const params = Type.Object({ id: Id });
const sent = Type.Object({ message: Type.String(), id: Type.String() });

export const getClaims = endpoint({
  method: 'GET',
  path: '/pay/claims',
  summary:
    "The caller's claims about pay; for a manager those of the company or of one employee. Open ones first, then the " +
    'newest first; at most 200',
  tag,
  asOf: true,
  query: Type.Object({
    employeeId: Type.Optional(Id),
    countOnly: Type.Optional(Type.Literal('true', { description: 'only how many are open, for menus' })),
  }),
  reply: Type.Object({
    open: Type.Integer({ description: 'how many of them are open, with those that are not listed' }),
    requestedData: Type.Array(Claim),
  }),
  onInvalidInput: 'failedFetch',
  refusals: ['restricted', 'noSuchEmployee'],
});

export const openClaim = endpoint({
  method: 'POST',
  path: '/pay/claims',
  summary:
    'Claim that a line of an own statement is wrong (`saleId` or `lineId`), or that a sale or hours of a date are ' +
    'missing or wrong (`date`). It pins what is recorded now, and does not stop a lock',
  tag,
  waitsLikeRead: true,
  body: Type.Object({
    kind: Kind,
    saleId: Type.Optional(Id),
    lineId: Type.Optional(Id),
    period: Type.Optional(Type.String({ description: 'first day of the period of the line, yyyy-mm-dd' })),
    date: Type.Optional(Type.String({ description: 'yyyy-mm-dd' })),
    text: ShortText,
  }),
  reply: sent,
  onInvalidInput: 'failedAdd',
  refusals: [
    ...(['noSuchPayLine', 'noSuchPayPeriod', 'invalidDate', 'payReasonMissing', 'invalidText'] as const),
    ...(['tooManyClaims'] as const),
  ],
});

export const answerClaim = endpoint({
  method: 'POST',
  path: '/pay/claims/{id}/answer',
  summary:
    'Answer an open claim: by the event that changed the fact, with its position, or by a reason. A manager does not ' +
    'answer their own while there is another manager',
  tag,
  waitsLikeRead: true,
  params,
  body: Type.Object({
    employeeId: Id,
    reason: Type.Optional(ShortText),
    resolution: Type.Optional(NumberOrText),
  }),
  reply: sent,
  onInvalidInput: 'failedEdit',
  refusals: [
    ...(['noSuchEmployee', 'noSuchClaim', 'ownClaim', 'claimAnsweredBefore'] as const),
    ...(['payReasonMissing', 'invalidText', 'noSuchResolution'] as const),
  ],
});

export const reopenClaim = endpoint({
  method: 'POST',
  path: '/pay/claims/{id}/reopen',
  summary: 'Go on with an answered claim: its person once, and managers once',
  tag,
  params,
  body: Type.Object({ employeeId: Type.Optional(Id), text: ShortText }),
  reply: sent,
  onInvalidInput: 'failedEdit',
  refusals: [
    ...(['restricted', 'noSuchEmployee', 'noSuchClaim', 'claimStillOpen'] as const),
    ...(['claimReopenedBefore', 'payReasonMissing', 'invalidText'] as const),
  ],
});
