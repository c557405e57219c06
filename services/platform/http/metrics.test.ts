import { Gauge } from 'prom-client';
import { expect, it } from 'vitest';
import { createMetrics } from './health.routes.ts';

const values = (text: string, name: string) => text.match(new RegExp(`^${name} .*$`, 'gm'));

it('metrics of two programs in one process are separate, except those of the process', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  new Gauge({ name: 'sales', help: 'Sales', registers: [one] }).set(1);
  new Gauge({ name: 'sales', help: 'Sales', registers: [other] }).set(2);
  expect(values(await one.metrics(), 'sales')).toEqual(['sales 1']);
  expect(values(await other.metrics(), 'sales')).toEqual(['sales 2']);
  for (const registry of [one, other])
    expect(values(await registry.metrics(), 'nodejs_eventloop_lag_seconds')).toHaveLength(1);
  const ofProcess = 'nodejs_gc_duration_seconds';
  expect(one.getSingleMetric(ofProcess)).toBe(other.getSingleMetric(ofProcess));
});
