import { describePayments } from './payments.suite.ts';
import { openSandbox } from './sandbox-harness.ts';

describePayments('the sandbox', openSandbox);
