import { createPool } from '#platform/database.ts';
import { startProjections } from './projection-world.ts';

/** A process that projects until it is killed; its argument is the database's URL. */
await startProjections(createPool(process.argv[2] ?? ''));
process.send?.('projecting');
