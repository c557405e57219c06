import { describe, expect, it } from 'vitest';
import { decodeEvent } from './codec.ts';

const resumed = {
  id: 'e',
  stream: 'shift-co_ada_2026-11-20',
  revision: 2,
  position: 3,
  type: 'ShiftResumed',
  metadata: {
    companyId: 'co',
    actorId: null,
    commandId: 'c',
    correlationId: 'c',
    at: '2026-11-20T19:00:00.000Z',
    origin: 'api',
  },
};
const facts = { employeeId: 'ada', loginDate: '2026-11-20', resumedAt: '2026-11-20T19:00:00.000Z' };

describe('a resumption of a shift', () => {
  it('of version 1 has no zone', () => {
    expect(decodeEvent({ ...resumed, version: 1, data: facts })).toMatchObject({
      data: { ...facts, timeZone: null },
    });
  });

  it('of version 2 without a zone is refused', () => {
    const data = { ...facts, timeZone: 'America/Los_Angeles' };
    expect(decodeEvent({ ...resumed, version: 2, data })).toMatchObject({ data });
    expect(() => decodeEvent({ ...resumed, version: 2, data: facts })).toThrow('timeZone');
  });
});
