import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allProjections } from '#projections/all.projections.ts';

const FILE = join(import.meta.dirname, 'read-models.txt');

/** Whether the rows of two versions of the program are the same, as far as it can be seen from outside. */
const described = allProjections.map(({ name, version, on, tables }) => {
  const columns = Object.values(tables).map(
    (table) =>
      `  ${table.name}: ${Object.entries(table.columns)
        .map((column) => column.join(' '))
        .join(', ')}`,
  );
  return [
    `${name} ${version}`,
    `  from ${Object.keys(on)
      .sort((a, b) => (a < b ? -1 : 1))
      .join(', ')}`,
    ...columns,
  ].join('\n');
});

/**
 * A read model passes over events of types that it does not know. So one that begins to take in a type must be built
 * anew, and only its version says so.
 */
it('a read model that takes in other events or has other columns has another version', async () => {
  const before = readFileSync(FILE, 'utf8').trim().split('\n\n');
  for (const model of described) {
    const [name = ''] = model.split('\n');
    const former = before.find((each) => each.startsWith(`${name}\n`));
    if (former) expect(model, `raise the version of ${name}, then run this test with -u`).toBe(former);
  }
  await expect(`${described.join('\n\n')}\n`).toMatchFileSnapshot(FILE);
});
