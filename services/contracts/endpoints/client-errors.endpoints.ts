import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';

const text = (maxLength: number) => Type.String({ maxLength });

/** The longest texts of a report; the web app cuts its own. */
export const CLIENT_ERROR_MAX = { message: 500, stack: 4000 } as const;

export const reportClientError = endpoint({
  method: 'POST',
  path: '/client-errors',
  summary: 'Report a failure of the web app to the log of the operator; without personal data',
  tag: 'Operation',
  body: Type.Object({
    message: text(CLIENT_ERROR_MAX.message),
    stack: Type.Optional(text(CLIENT_ERROR_MAX.stack)),
    /** Of the page that failed. */
    release: Type.Optional(text(64)),
    /** The pattern of the address, such as `/layout/mysales/:id`. */
    screen: Type.Optional(text(200)),
    /** Of the last answer that had one. */
    correlationId: Type.Optional(text(64)),
  }),
  reply: Type.Object({}),
  onInvalidInput: 'malformed',
  refusals: ['tooManyRequests'],
});
