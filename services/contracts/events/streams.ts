import type { accessEvents } from './access.events.ts';
import type { ClaimEvent } from './claim.events.ts';
import type { companyEvents } from './company.events.ts';
import type { jobAidEvents } from './job-aid.events.ts';
import type { OrganizationEvent } from './organization.events.ts';
import type { PayEvent, PayRulesEvent } from './pay.events.ts';
import type { saleEvents } from './sale.events.ts';
import { type shiftEvents, shiftId } from './shift.events.ts';
import type { subscriptionEvents } from './subscription.events.ts';
import type { DomainEvent, EventType } from './vocabulary.ts';

/** The name of a stream. The type says which events the stream holds; at run time it is a plain string. */
export type Stream<Event = DomainEvent> = string & { readonly holds?: Event };
type StreamOf<Type extends EventType> = Stream<DomainEvent<Type>>;

/**
 * The company is part of every name, so an id of another company names a stream that does not exist here: a
 * foreign id cannot be told from an unknown one.
 */
export const streams = {
  sale: (companyId: string, saleId: string) =>
    `sale-${companyId}_${saleId}` as StreamOf<keyof typeof saleEvents>,
  shift: (companyId: string, employeeId: string, loginDate: string) =>
    streams.shiftOfId(companyId, shiftId(employeeId, loginDate)),
  shiftOfId: (companyId: string, id: string) =>
    `shift-${companyId}_${id}` as StreamOf<keyof typeof shiftEvents>,
  /**
   * Goals, campaigns and employees of a company share one stream, because the rules between them (no goal
   * deleted under its campaigns, no campaign under its employees) must hold under concurrency.
   */
  organization: (companyId: string) => `structure-${companyId}` as Stream<OrganizationEvent>,
  jobAid: (companyId: string, jobAidId: string) =>
    `jobaid-${companyId}_${jobAidId}` as StreamOf<keyof typeof jobAidEvents>,
  /** What happened to the account of one person. */
  access: (companyId: string, employeeId: string) =>
    `access-${companyId}_${employeeId}` as StreamOf<keyof typeof accessEvents>,
  /** All statements of one person: what one has, no other may have. */
  pay: (companyId: string, employeeId: string) => `pay-${companyId}_${employeeId}` as Stream<PayEvent>,
  /** All claims of one person about the own pay. */
  claims: (companyId: string, employeeId: string) =>
    `claims-${companyId}_${employeeId}` as Stream<ClaimEvent>,
  payRules: (companyId: string) => `payrules-${companyId}` as Stream<PayRulesEvent>,
  company: (companyId: string) =>
    `company-${companyId}` as StreamOf<Exclude<keyof typeof companyEvents, 'CompanyErased'>>,
  subscription: (companyId: string) =>
    `subscription-${companyId}` as StreamOf<keyof typeof subscriptionEvents>,
  /** What is left when a company is erased; see `streamsToErase`. */
  erasure: (companyId: string) => `erasure-${companyId}`,
} as const;

/** How the name of every stream begins, for stores that other programs write to, too. */
export const STREAM_PREFIXES: readonly string[] = [
  ...new Set(Object.values(streams).map((nameOf) => /^[a-z]+-/.exec(nameOf('', '', ''))?.[0] ?? '')),
];

/** Every stream with data of a company: of these names, and of those that begin so. */
export function streamsToErase(companyId: string) {
  return {
    streams: [streams.organization, streams.company, streams.subscription, streams.payRules].map((of) =>
      of(companyId),
    ),
    prefixes: [
      ...[streams.sale, streams.shiftOfId, streams.jobAid, streams.access],
      ...[streams.pay, streams.claims],
    ].map((of) => of(companyId, '')),
  };
}

const STREAM = /^[a-z]+-([^_]+)(?:_|$)/;

/** The company that a stream belongs to, for events whose metadata cannot be read; null for no stream of ours. */
export function companyOfStream(stream: string): string | null {
  return STREAM.exec(stream)?.[1] ?? null;
}
