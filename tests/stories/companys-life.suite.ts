import { beforeAll, describe } from 'vitest';
import { arriving } from './arriving.suite.ts';
import { paying } from './paying.suite.ts';
import { companyOf, type StoryPayments, sandbox } from './story-company.ts';
import type { ApiAddresses, StoryRun } from './story-world.ts';

/** A company registers, tries, pays, fails, comes back, cancels and renews. Mail is read in the development mailbox. */
export function companysLife(run: StoryRun<ApiAddresses>, payments: StoryPayments = sandbox): void {
  const company = companyOf(run, payments);
  beforeAll(company.begin);
  describe('arriving', () => arriving(company));
  describe('paying', () => paying(company));
}
