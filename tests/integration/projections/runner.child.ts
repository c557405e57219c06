import { createPool } from '#platform/database.ts';
import { startProjections } from '#tests/support/projection-world.ts';

/** A process of its own that projects until it is killed; the database's URL is its argument. */
await startProjections(createPool(process.argv[2] ?? ''));
process.send?.('projecting');
