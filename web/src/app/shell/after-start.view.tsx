import { OutboxMark } from '../../features/sales/add-sale-outbox.view.tsx';
import { useMoveAtRest } from '../../kit/live/release.hooks.ts';
import { useOfflineApp } from './offline-app.hooks.ts';
import { useOutbox } from './outbox.hooks.ts';

/** What the shell needs only some time after the first screen: loaded then, so that it does not slow the start down. */
export function AfterStart() {
  useMoveAtRest();
  useOutbox();
  useOfflineApp();
  return <OutboxMark />;
}
