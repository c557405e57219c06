import { openArchivedStores } from './archived-store.ts';
import { eventStoreSuite } from './event-store.suite.ts';

eventStoreSuite('Postgres, archived', openArchivedStores);
