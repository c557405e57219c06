import { describe } from 'vitest';
import { startPostgresJobServer } from './job-server.postgres.ts';
import { jobsSuite } from './jobs.suite.ts';

describe('jobs on Postgres', () => jobsSuite(startPostgresJobServer));
