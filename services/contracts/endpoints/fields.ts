import { Type } from 'typebox';

/** A number as JSON or as the text a form sends; the handler reads it exactly. */
export const NumberOrText = Type.Union([Type.Number(), Type.String({ maxLength: 40 })]);

export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const ShortText = Type.String({ maxLength: 255 });
/** Of any length that fits a request: the server cuts details to 255 characters, as the form does. */
export const LongText = Type.String();
/** A date yyyy-mm-dd; the handler refuses those that are not in the calendar. */
export const DateText = Type.String({ maxLength: 10 });

/** `N/A` stands for: no shift, or one of zero hours. */
export const SalesPerHour = Type.Union([Type.Number(), Type.Literal('N/A')]);

export const DETAILS_MAX = 255;
