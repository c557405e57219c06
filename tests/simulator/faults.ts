import type { Fate, Wire } from './wire.ts';

/** The bus loses messages only with its connection; news of appends may be lost in silence. */
export function createBadNews(random: () => number): (channel: string) => Fate {
  return (channel) => {
    if (channel === 'tallyboard_events' && random() < 0.5) return 'is lost';
    const luck = random();
    if (luck < 0.3) return { lateMs: Math.floor(random() * 800) };
    return luck < 0.5 ? 'is doubled' : 'arrives';
  };
}

const OTHERS = "name LIKE 'projections %'";
const LOCK = 'WHERE pg_try_advisory_lock($1, shard)';

/** The process sees no other that projects, and gets every lock of a shard that it asks for. `asIs` comes first. */
export function believingToLead(wire: Wire, asIs: (sql: string) => string): (sql: string) => string {
  return (sql) => {
    const pid = [...wire.lines].find((line) => line.leads())?.pid();
    const alone = pid === undefined ? OTHERS : `name LIKE '%s ${pid}'`.padEnd(OTHERS.length);
    const given = 'WHERE $1::integer + shard > 0'.padEnd(LOCK.length);
    // Not as patterns: both have a $.
    return asIs(sql)
      .replace(OTHERS, () => alone)
      .replace(LOCK, () => given);
  };
}
