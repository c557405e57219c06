import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createLog } from '#platform/log.ts';
import { describeLiveBus } from './live-bus.suite.ts';

describeLiveBus('memory', async () => createMemoryLiveBus({ log: createLog('silent') }), 1);
