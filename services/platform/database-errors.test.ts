import { describe, expect, it } from 'vitest';
import {
  isBadData,
  isDatabaseAway,
  isDatabaseUnavailable,
  isOfOtherColumns,
  isTemporary,
} from './database-errors.ts';

const error = (code: string) => Object.assign(new Error('from pg'), { code });
const verdict = (cause: unknown) => ({
  away: isDatabaseAway(cause),
  unavailable: isDatabaseUnavailable(cause),
  temporary: isTemporary(cause),
  badData: isBadData(cause),
  otherColumns: isOfOtherColumns(cause),
});
const none = { away: false, unavailable: false, temporary: false, badData: false, otherColumns: false };
const away = { ...none, away: true, unavailable: true, temporary: true };
const unavailable = { ...away, away: false };
const temporary = { ...unavailable, unavailable: false };

describe('an error of the database', () => {
  it.each([
    ['08006', away],
    ['57P01', away],
    ['53300', away],
    ['ECONNREFUSED', away],
    ['53100', unavailable],
    ['57014', unavailable],
    ['25006', unavailable],
    ['55P03', temporary],
    ['40001', temporary],
    ['40P01', temporary],
    ['22001', { ...none, badData: true, otherColumns: true }],
    ['23505', { ...none, badData: true }],
    ['54000', { ...none, badData: true }],
    ['42P01', { ...none, otherColumns: true }],
    ['42703', { ...none, otherColumns: true }],
    ['0A000', { ...none, otherColumns: true }],
  ])('is classified by its code %s', (code, expected) => {
    expect(verdict(error(code))).toEqual(expected);
  });

  it.each([
    ['Connection terminated unexpectedly', away],
    ['timeout expired', away],
    ['timeout exceeded when trying to connect', away],
    ['Client was closed and is not queryable', away],
    ['Query read timeout', unavailable],
    ['Cannot use a pool after calling end on the pool', unavailable],
    ['something else', none],
  ])('is classified by its message where pg gives no code: %s', (message, expected) => {
    expect(verdict(new Error(message))).toEqual(expected);
  });

  it('may be anything that was thrown', () => {
    for (const thrown of [null, undefined, 'text', 5]) expect(verdict(thrown)).toEqual(none);
  });
});
