import { Type } from 'typebox';
import { change, happened, type Subject } from '../history/description.ts';
import { CLAIM_KINDS, type ClaimKind } from '../pay/statement.ts';
import { event } from './event.ts';
import type { DomainEvent } from './vocabulary.ts';

const TITLES: Readonly<Record<ClaimKind, string>> = {
  line: 'Line of a statement claimed to be wrong',
  'missing sale': 'Sale claimed to be missing',
  hours: 'Hours claimed to be wrong',
};

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const position = Type.Integer();
const claim = { claimId: Type.String(), employeeId: Type.String() };

/** The pay of a person. */
function subject({ employeeId }: { readonly employeeId: string }): Omit<Subject, 'kind'> {
  return { id: employeeId, employeeId, campaignId: null, formerCampaignId: null };
}

/** All are in the stream of the claims of a person, so that none of them holds up a decision on pay. */
export const claimEvents = {
  ClaimOpened: event({
    data: Type.Object({
      ...claim,
      kind: Type.Enum([...CLAIM_KINDS]),
      /** The sale of a line. */
      saleId: textOrNull,
      /** The bonus, correction or counter line. */
      lineId: textOrNull,
      /** Local date of what is missing. */
      date: textOrNull,
      /** First day of the period. */
      from: textOrNull,
      /** What the line was due then, integer cents; null without a line. */
      seenCents: Type.Union([Type.Integer(), Type.Null()]),
      /** The position of the log up to which the person saw it. */
      pinned: position,
      text: Type.String(),
    }),
    personal: { own: ['text'] },
    history: {
      kind: 'pay',
      subject,
      describe: ({ kind, date, from, seenCents, text }) =>
        happened(TITLES[kind], date ?? from ?? '', [
          change('seenCents', 'Amount seen', 'money', null, seenCents),
          change('text', 'Claim', 'text', null, text),
        ]),
    },
  }),
  ClaimAnswered: event({
    data: Type.Object({
      ...claim,
      /** May be empty when there is a resolution. */
      reason: Type.String(),
      /** The position of the event that changed the fact. */
      resolution: Type.Union([position, Type.Null()]),
    }),
    personal: { own: ['reason'] },
    history: {
      kind: 'pay',
      subject,
      describe: ({ reason, resolution }) =>
        happened(resolution === null ? 'Claim answered' : 'Claim resolved by a change', '', [
          change('reason', 'Reason', 'text', null, reason),
          change('resolution', 'Position of the change', 'number', null, resolution),
        ]),
    },
  }),
  ClaimReopened: event({
    data: Type.Object({
      ...claim,
      text: Type.String(),
      /** By its person; else by a manager. */
      byPerson: Type.Boolean(),
    }),
    personal: { own: ['text'] },
    history: {
      kind: 'pay',
      subject,
      describe: ({ text }) => happened('Claim reopened', '', [change('text', 'Reason', 'text', null, text)]),
    },
  }),
} as const;

/** What the stream `claims-<company>_<employee>` holds. */
export type ClaimEvent = DomainEvent<keyof typeof claimEvents>;
