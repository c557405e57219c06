const url = process.env.EVENTSTORE_URL || undefined;

/**
 * The EventStoreDB of the test run, for whole programs: their events are there when EVENTSTORE_URL names one, else in
 * their Postgres. Each program has a database of its own, but all share this log.
 */
export const givenEventStore = {
  config: { eventStoreUrl: url },
  environment: (url === undefined ? {} : { EVENTSTORE_URL: url }) as Readonly<Record<string, string>>,
};
