import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './support/bench-result.ts';
import { benchTable } from './support/bench-table.ts';

/**
 * `npm run bench [-- <name> …]`: runs the benchmarks one after the other; each prints its table and one line
 * of JSON. Exit code 1 when one of them misses what it is to reach.
 */
const there = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''));
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !there.includes(name));
if (unknown) {
  process.stderr.write(`There is no benchmark '${unknown}'. There are: ${there.join(', ')}.\n`);
  process.exit(1);
}

let reached = true;
for (const name of wanted.length > 0 ? wanted : there) {
  process.stdout.write(`\n${name} …\n`);
  const { run } = (await import(join(import.meta.dirname, `${name}.bench.ts`))) as Bench;
  const result = await run();
  reached &&= result.rows.every((row) => row.reached);
  process.stdout.write(`${benchTable(result)}\n${JSON.stringify(result)}\n`);
}
process.exit(reached ? 0 : 1);
