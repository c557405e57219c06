import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';

const tag = 'Demo company';

export const DemoBot = Type.Object({
  isHere: Type.Boolean({ description: 'only in the demo company, and never in production' }),
  until: Type.Union([Type.String(), Type.Null()], {
    description: 'UTC ISO-8601: when the bot stops by itself; null while it does not run',
  }),
});
export type DemoBot = Static<typeof DemoBot>;

export const getDemoBot = endpoint({
  method: 'GET',
  path: '/demo/bot',
  summary: 'Whether the bot of the demo company is recording sales',
  tag,
  reply: DemoBot,
  onInvalidInput: 'failedFetch',
});

export const runDemoBot = endpoint({
  method: 'POST',
  path: '/demo/bot',
  summary: 'Let the bot of the demo company record sales for two minutes, or stop it',
  tag,
  body: Type.Object({ run: Type.Enum(['true', 'false']) }),
  reply: DemoBot,
  onInvalidInput: 'malformed',
});
