import { afterAll, beforeAll, describe } from 'vitest';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { companysLife } from './companys-life.suite.ts';
import { ownProcess } from './story-world.ts';

let world: Awaited<ReturnType<typeof ownProcess>>;
beforeAll(async () => {
  world = await ownProcess(await createTestDatabase());
});
afterAll(() => world.stop());

describe('the program in its own process, started as by npm start', { shuffle: false }, () =>
  companysLife({ world: () => world, format: 'form', callsMade: new Set() }),
);
