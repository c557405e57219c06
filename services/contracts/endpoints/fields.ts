import { type TSchema, Type } from 'typebox';

/*
 * A text that people type has no limit here: the rule that reads it refuses one that is too long, in the words for that
 * field. A schema has only the words of its endpoint.
 */

/** A number as JSON or as the text a form sends; the handler reads it exactly. */
export const NumberOrText = Type.Union([Type.Number(), Type.String()]);

export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const ShortText = Type.String({ description: 'at most 255 characters' });
/** The server cuts details to 255 characters, as the form does. */
export const LongText = Type.String();
/** The handler refuses dates that are not in the calendar. */
export const DateText = Type.String({ description: 'yyyy-mm-dd' });

/** `N/A`: no shift, or a shift of zero hours. */
export const SalesPerHour = Type.Union([Type.Number(), Type.Literal('N/A')]);

/** Beside a time of a shift. */
export const TimeZoneOfTime = Type.Union([Type.String(), Type.Null()], {
  description: 'IANA zone of `login_time`: in which the shift began; null without a shift',
});
export const CurrentTimeZone = Type.Union([Type.String(), Type.Null()], {
  description: "IANA zone of the employee's clock now: its midnight ends the date; null without a shift",
});

export const StartReason = Type.Union(
  [Type.Enum(['login', 'refresh', 'sale', 'manager', 'corrected']), Type.Null()],
  {
    description: 'what the first act of the date was, or that the start was corrected; null without a shift',
  },
);

/** Whole hours; a form sends the digit as text. */
export const HoursOrText = Type.Union([Type.Number(), Type.String()]);

/**
 * Paging is optional: without `limit` and `cursor` a reply holds the whole list, up to `LIST_MAX` rows.
 * The cursor is the `nextCursor` of the page before; clients do not look into it.
 */
export const pageFields = {
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: 'rows at once, 1 to 999' })),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before' })),
};

/** Paging of a list by name, which may be searched. */
export const namePageFields = {
  ...pageFields,
  search: Type.Optional(Type.String({ maxLength: 255, description: 'a part of the name, in any case' })),
};

/** A list. `nextCursor` is absent on the last page. */
export function listOf<Row extends TSchema>(row: Row) {
  return Type.Object({
    requestedData: Type.Array(row),
    nextCursor: Type.Optional(Type.String()),
  });
}

/** A file: a stream of text on the server, text for the client. */
export const FileText = Type.Unsafe<AsyncIterable<string>>({ type: 'string' });

/** Of the caller: whether the company may work, and what the session has to do first. */
export const accountState = {
  subscriptionIsActive: Type.Boolean(),
  factorNeeded: Type.Optional(
    Type.Literal(true, { description: 'the company asks the caller to set up a second factor first' }),
  ),
};

export const done = Type.Object({ message: Type.String() });

/** The most rows of a list without `limit`; the rest follows by `nextCursor`. */
export const LIST_MAX = 10_000;
/** The same limit for the shift log of a whole company, which grows with every employee. */
export const COMPANY_LOG_MAX = 2_000;
export const DETAILS_MAX = 255;

export const TimeZone = Type.String({ description: 'IANA time zone of the browser' });

export const Email = Type.String({ maxLength: 320, description: 'the email' });

/** A mailed code as the person types it, with the id of its flow. */
export const mailedCode = {
  otp: Type.String({ maxLength: 16, description: 'six digits' }),
  id: Type.String({ maxLength: 255, description: '`otpId` of the reply that the code was mailed after' }),
};
export const codeMailed = Type.Object({ message: Type.String(), otpId: Type.String() });

/** HH:mm */
export const ClockTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: "HH:mm on the employee's clock; a time to come is refused",
});

export const OrNull = <Of extends typeof Type.String | typeof Type.Number>(of: Of) =>
  Type.Union([of() as ReturnType<Of>, Type.Null()]);
