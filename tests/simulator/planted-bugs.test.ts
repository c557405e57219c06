import { expect, it } from 'vitest';
import { PLANTED } from './planted-bugs.ts';
import { simulateAll } from './simulate.ts';

/** Within so many seeds. */
const SEEDS = 100;

it.each(Object.entries(PLANTED))(
  'a simulation finds that %s',
  { tags: ['reliability-54'] },
  async (_, planted) => {
    const seeds = new Set([planted.seed, ...Array.from({ length: SEEDS }, (_, at) => at + 1)]);
    const found = await simulateAll([...seeds], planted.bug, planted.isFoundBy);
    expect(found[0]?.findings.join('\n')).toMatch(planted.isFoundBy);
  },
);
