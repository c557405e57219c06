import { expect, it } from 'vitest';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { isTemporaryRejection } from './respond.ts';

it('a rejection that may pass is not kept as the reply to its key: conflicts, limits, and outages', () => {
  const codes = Object.keys(messages) as MessageCode[];
  const temporary: readonly MessageCode[] = [
    'conflict',
    'failedToCancelSubscription',
    'failedToSendMessage',
    'internalServerError',
    'somethingWentWrong',
    'tooManyRequests',
    'unavailable',
  ];
  expect(new Set(codes.filter(isTemporaryRejection))).toEqual(new Set(temporary));
});
