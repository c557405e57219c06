import { describePayments } from './payments.suite.ts';
import { openStripe } from './stripe-harness.ts';

describePayments('Stripe', openStripe);
