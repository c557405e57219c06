import { afterAll, beforeAll, describe } from 'vitest';
import { appendingSuite } from './appending.suite.ts';
import { companySuite } from './company.suite.ts';
import { erasingSuite } from './erasing.suite.ts';
import { readingSuite } from './reading.suite.ts';
import type { OpenStore, StoreUnderTest } from './store-under-test.ts';
import { subscribingSuite } from './subscribing.suite.ts';

/** What every event store must do, whichever it is: services/platform/event-store/event-store.port.ts. */
export function eventStoreSuite(name: string, open: OpenStore): void {
  describe(`event store: ${name}`, () => {
    let under: StoreUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    describe('appending', () => appendingSuite(() => under));
    describe('reading', () => readingSuite(() => under));
    describe('reading one company', () => companySuite(() => under));
    describe('erasing', () => erasingSuite(() => under));
    describe('subscribing', () => subscribingSuite(() => under));
  });
}
