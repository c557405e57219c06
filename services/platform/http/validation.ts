import { IsOptional, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { MessageCode } from '#contracts/messages.ts';
import { isCleanText } from '#contracts/text.ts';
import { Refused } from './refused.ts';

type Check = (value: unknown) => { value: unknown } | { error: Refused };

/**
 * Checks a body, a query or params as they are: no coercion, no defaults, so `"3"` is no number and a
 * repeated form field (an array by then) is no text. Unknown fields are not looked at. What is optional and
 * was not sent counts as sent without fields.
 */
export function compileCheck(schema: TSchema, misfit: MessageCode): Check {
  const compiled = Compile(schema);
  const fields = Object.keys((schema as { properties?: object }).properties ?? {});
  return (sent) => {
    const value = sent === null && IsOptional(schema) ? {} : sent;
    if (!compiled.Check(value)) return { error: new Refused(misfit) };
    // Compile has just said that it is an object with, at most, these fields of interest.
    const known = value as Record<string, unknown>;
    for (const field of fields) {
      const text = known[field];
      if (typeof text === 'string' && !isCleanText(text, { lines: true })) {
        return { error: new Refused('invalidText') };
      }
    }
    return { value };
  };
}
