import { type Static, type TSchema, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FileText, Id, listOf, pageFields } from './fields.ts';

const Instant = Type.String({ description: 'UTC ISO-8601' });
const Link = Type.String({ description: 'SHA-256 in hexadecimal: covers this event and all before it' });

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** The end of a company's chain: the newest event with a link. */
export const ProofHead = Type.Object({
  position: Type.Integer({ description: 'of the event in the log' }),
  count: Type.Integer({ description: 'events of the company that are chained' }),
  link: Link,
  at: orNull(Instant),
});
export type ProofHead = Static<typeof ProofHead>;

/** The first difference between the history and what was sealed. */
export const ProofFault = Type.Object({
  kind: Type.Enum(['changed', 'removed', 'inserted', 'ended', 'unsigned', 'seal'], {
    description:
      '`ended`: the log ends before an event that was sealed, as after a failover that lost its end; ' +
      '`unsigned`: the chain holds by itself, and from this event on it is not the one that was signed; ' +
      '`seal`: the chain holds by itself, and is not what was kept of a day',
  }),
  position: Type.Integer({ description: 'of the event in the log' }),
  stream: orNull(Type.String()),
  revision: orNull(Type.Integer()),
  event_type: orNull(Type.String()),
  difference: orNull(Type.Enum(['personal', 'content', 'text', 'seal', 'unsealed', 'company'])),
  at: orNull(Type.String({ description: 'when it happened, UTC ISO-8601' })),
  day: orNull(Type.String({ description: 'of the seal that does not fit, yyyy-mm-dd' })),
  text: Type.String({ description: 'all of it in a sentence' }),
});
export type ProofFault = Static<typeof ProofFault>;

export const Verification = Type.Object({
  id: Type.String(),
  state: Type.Enum(['running', 'intact', 'broken', 'stopped'], {
    description: '`stopped`: the process that ran it ended before; start it again',
  }),
  started_at: Instant,
  finished_at: orNull(Instant),
  checked: Type.Integer({ description: 'events looked at so far' }),
  total: Type.Integer({ description: 'events of the company when it began' }),
  erased: Type.Integer({ description: 'events of which names, numbers and texts were erased' }),
  until: orNull(Type.String({ description: 'when the newest of them happened, UTC ISO-8601' })),
  seals: Type.Integer({ description: 'seals of days that were compared' }),
  signed: Type.Boolean({ description: 'whether the end of the chain has a signature of this installation' }),
  fault: orNull(ProofFault),
});
export type Verification = Static<typeof Verification>;

export const getProof = endpoint({
  method: 'GET',
  path: '/audit/proof',
  summary: 'The chain of the company: its end, and the newest verification with its progress',
  tag: 'Audit',
  reply: Type.Object({
    head: orNull(ProofHead),
    verification: orNull(Verification),
    key: Type.String({
      description: 'Ed25519, the public half of the key that signs the chain, in hexadecimal',
    }),
    signatures: Type.Enum(['required', 'made'], {
      description: '`made`: the chain is signed, and a check does not ask for it yet',
    }),
  }),
  onInvalidInput: 'failedFetch',
});

export const startVerification = endpoint({
  method: 'POST',
  path: '/audit/proof/verification',
  summary: 'Checks the whole history in the background; while a check is under way, joins it',
  tag: 'Audit',
  reply: Type.Object({ verification: Verification }),
  onInvalidInput: 'failedAdd',
});

/** A link of the chain, as an earlier reader kept it. */
export const HeldLink = Type.String({
  pattern: '^[0-9a-f]{16,64}$',
  description: 'a link, or its beginning: 16 to 64 hexadecimal digits, without spaces',
});

export const findHeldLink = endpoint({
  method: 'GET',
  path: '/audit/proof/held/{link}',
  summary: 'Where the chain has a link that was kept in a mail, a file or a browser; null: nowhere',
  tag: 'Audit',
  params: Type.Object({ link: HeldLink }),
  reply: Type.Object({
    found: orNull(ProofHead),
  }),
  onInvalidInput: 'failedFetch',
});

/** The end of the chain at the end of a day, as mailed to the super employee. */
export const CompanySeal = Type.Object({
  day: Type.String({ description: 'yyyy-mm-dd, UTC' }),
  sealed_at: Instant,
  position: Type.Integer(),
  count: Type.Integer(),
  link: Link,
});
export type CompanySeal = Static<typeof CompanySeal>;

export const getSeals = endpoint({
  method: 'GET',
  path: '/audit/proof/seals',
  summary: 'The seals of days, newest first; a day without new events has none',
  tag: 'Audit',
  query: Type.Object(pageFields),
  reply: listOf(CompanySeal),
  onInvalidInput: 'failedFetch',
});

const Node = Type.String({ description: 'SHA-256 in hexadecimal' });

export const getSealTree = endpoint({
  method: 'GET',
  path: '/audit/proof/seal-tree',
  summary:
    'The root over the daily seals of all companies, and what proves to the holder of a former root that this one goes on ' +
    'from it and that the seal of the company is in it',
  tag: 'Audit',
  query: Type.Object({
    size: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        description: 'seals under the former root; without it, all of today',
      }),
    ),
  }),
  reply: Type.Object({
    root: orNull(Type.Object({ size: Type.Integer({ description: 'seals under it' }), root: Node })),
    growth: orNull(
      Type.Array(Node, {
        description: 'the consistency proof of RFC 9162, 2.1.4, from the former root to this one',
      }),
    ),
    seal: orNull(
      Type.Object({
        companyId: Type.String(),
        day: Type.String({ description: 'yyyy-mm-dd, UTC' }),
        count: Type.Integer(),
        link: Link,
        number: Type.Integer({ description: 'of its leaf, from 0' }),
        path: Type.Array(Node, { description: 'the inclusion proof of RFC 9162, 2.1.3, to the former root' }),
      }),
    ),
  }),
  onInvalidInput: 'failedFetch',
});

const PAGE = ['text/html'] as const;

export const exportCompany = endpoint({
  method: 'GET',
  path: '/audit/proof/export',
  summary:
    'Everything of the company in one page that checks itself without a network; needs a proof of identity within five ' +
    'minutes',
  tag: 'Audit',
  needsIdentity: true,
  reply: FileText,
  files: PAGE,
  onInvalidInput: 'failedFetch',
  refusals: ['confirmIdentity'],
});

export const exportStatement = endpoint({
  method: 'GET',
  path: '/audit/proof/statement/{id}',
  summary: "What belongs to an employee's commission, in one page that checks itself without a network",
  tag: 'Audit',
  params: Type.Object({ id: Id }),
  reply: FileText,
  files: PAGE,
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchEmployee'],
});
