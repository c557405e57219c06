import type { Static, TSchema } from 'typebox';
import type { Description, Subject, SubjectKind } from '../history/description.ts';

/** Turns the data of one version into the data of the next. Pure, total, never edits its input. */
export type Upcaster = (data: unknown) => unknown;

/** Where the personal values of an event are: directly in its data, or in objects within it. */
export type PersonalFields = {
  readonly own?: readonly string[];
  /** Name of an object within data: its personal fields, in the order in which they are digested. */
  readonly within?: Readonly<Record<string, readonly string[]>>;
};

/** How the history of a company lists an event. */
export type HistoryDeclaration<Data> = {
  readonly kind: SubjectKind;
  readonly subject: (data: Data, companyId: string) => Omit<Subject, 'kind'>;
  readonly describe: (data: Data) => Description;
};

export type EventDeclaration = {
  /** The data of the current version. */
  readonly data: TSchema;
  /**
   * How old events learn new shapes: the upcaster at index 0 takes version 1 to version 2, and so on. The
   * current version is the number of upcasters plus one.
   */
  readonly upcasters?: readonly Upcaster[];
  /**
   * How new events are told to processes of a former version, while one runs: the one at index 0 takes version 2 to
   * version 1, and so on. A version without one is not written before every process reads it.
   */
  readonly downcasters?: readonly Upcaster[];
  /**
   * Names, addresses, customer numbers and free text about people. Ids are random and say nothing once these
   * are gone; names of goals, campaigns and job aids belong to the company. Frozen once the first event is
   * sealed: a change would be another format of the chain, see proof/chain.ts.
   */
  readonly personal: PersonalFields;
  /** Null: the event is in no history. */
  readonly history: unknown;
};

/** Declares an event: everything about it that is not the business of one slice. */
export function event<
  const Data extends TSchema,
  const History extends HistoryDeclaration<Static<Data>> | null,
>(
  declared: Omit<EventDeclaration, 'data' | 'history'> & { readonly data: Data; readonly history: History },
): { readonly data: Data; readonly history: History } & EventDeclaration {
  return declared;
}

/** No field of the event is personal. */
export const NOTHING_PERSONAL: PersonalFields = {};
