import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { auditHistory } from './audit-history.suite.ts';
import { auditNumbers } from './audit-numbers.suite.ts';
import { auditProof } from './audit-proof.suite.ts';
import { auditReplay } from './audit-replay.suite.ts';
import { auditTime } from './audit-time.suite.ts';

const world = browserWorld();

auditHistory(world);
auditNumbers(world);
auditProof(world);
auditReplay(world);
auditTime(world);
