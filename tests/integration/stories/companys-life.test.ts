import { afterAll, beforeAll, describe } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { companysLife } from './companys-life.suite.ts';
import { ownProcess } from './story-world.ts';

let world: Awaited<ReturnType<typeof ownProcess>>;
beforeAll(async () => {
  world = await ownProcess(await createTestDatabase());
});
afterAll(() => world.stop());

describe('the program as npm start runs it, in a process of its own', () =>
  companysLife({ world: () => world, format: 'form', walked: new Set() }));
