import type { LiveTopic } from '#contracts/live/live-protocol.ts';
import { withinCompany } from '#platform/company-scope.ts';
import type { Feed } from './feed.ts';

/** A feed whose reads see that company only. */
export function companyFeed<Topic extends LiveTopic>(companyId: string, feed: Feed<Topic>): Feed<Topic> {
  return {
    ...feed,
    snapshot: (epoch) => withinCompany(companyId, () => feed.snapshot(epoch)),
    change: (keys, epoch) => withinCompany(companyId, () => feed.change(keys, epoch)),
  };
}
