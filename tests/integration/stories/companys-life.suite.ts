import { beforeAll, describe } from 'vitest';
import { arriving } from './arriving.suite.ts';
import { paying } from './paying.suite.ts';
import { companyOf, type StoryPayments, sandbox } from './story-company.ts';
import type { Place, Telling } from './story-world.ts';

/** A company arrives, tries, pays, fails, comes back, leaves and renews. Mail is read where people read it. */
export function companysLife(telling: Telling<Place>, payments: StoryPayments = sandbox): void {
  const company = companyOf(telling, payments);
  beforeAll(company.begin);
  describe('arriving', () => arriving(company));
  describe('paying', () => paying(company));
}
