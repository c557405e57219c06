import { browserWorld } from '../support/browser-world.ts';
import { auditHistory } from './audit-history.suite.ts';
import { auditReplay } from './audit-replay.suite.ts';

const world = browserWorld();

auditHistory(world);
auditReplay(world);
