import { IsOptional, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { MessageCode } from '#contracts/messages.ts';
import { isCleanText } from '#contracts/text.ts';
import { HttpError } from './http-error.ts';

type Check = (value: unknown) => { value: unknown } | { error: HttpError };

/**
 * Validates a body, a query or params without coercion or defaults: `"3"` is not a number, and a repeated form field
 * (an array by then) is not a text. Unknown fields are ignored. An optional part that is absent counts as empty.
 */
export function compileCheck(schema: TSchema, onInvalidInput: MessageCode): Check {
  const compiled = Compile(schema);
  const fields = Object.keys((schema as { properties?: object }).properties ?? {});
  return (sent) => {
    const value = sent === null && IsOptional(schema) ? {} : sent;
    if (!compiled.Check(value)) return { error: new HttpError(onInvalidInput, 400) };
    // The schema has just confirmed that it is an object.
    const known = value as Record<string, unknown>;
    for (const field of fields) {
      const text = known[field];
      if (typeof text === 'string' && !isCleanText(text, { lines: true })) {
        return { error: new HttpError('invalidText', 400) };
      }
    }
    return { value };
  };
}
