import { browserWorld } from '../support/browser-world.ts';
import { auditReplay } from './audit-replay.suite.ts';

const world = browserWorld();

auditReplay(world);
