import { eventStoreSuite } from './event-store.suite.ts';
import { openPostgresStores } from './postgres-store.ts';

eventStoreSuite('Postgres', openPostgresStores);
