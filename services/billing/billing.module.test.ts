import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createLog } from '#platform/log.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { nudgeSeats } from './billing.module.ts';

const log = createLog('silent');
let end = () => {};
afterEach(() => end());

function world() {
  const time = steppedTime();
  const bus = createMemoryLiveBus({ log });
  const added: unknown[] = [];
  const add = async (_job: unknown, data: unknown) => void added.push(data);
  end = nudgeSeats({ jobs: { add }, bus, log, scheduler: time.scheduler });
  let position = 0;
  const commits = (model: string, companyId: string) => {
    position += 1;
    return bus.publish({ kind: 'committed', position, changes: [{ model, companyId, keys: [] }] });
  };
  return { time, added, commits };
}

describe('the job of the seats', () => {
  it('is added a second after employees of a company changed, once for all of them', async () => {
    const { time, added, commits } = world();
    for (const companyId of ['co', 'co', 'other']) commits('directory', companyId);
    await time.pass(999);
    expect(added).toEqual([]);
    await time.pass(1);
    expect(added).toEqual([{ companyId: 'co' }, { companyId: 'other' }]);
  });

  it('is not added for other changes, nor once that has ended', async () => {
    const { time, added, commits } = world();
    commits('sales-book', 'co');
    await time.pass(1000);
    commits('directory', 'co');
    end();
    commits('directory', 'co');
    await time.pass(1000);
    expect(added).toEqual([]);
  });
});
