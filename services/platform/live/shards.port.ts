import type { ReadModelsCommitted } from './live-bus.port.ts';

/** Into how many shards the read models are divided, unless the configuration says otherwise. */
export const SHARDS = 16;

/** The shard of a company: a hash of its id (FNV-1a, 32 bits), the same in every process and version. */
export function shardOf(companyId: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < companyId.length; at++) hash = Math.imul(hash ^ companyId.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % shards;
}

/** Up to which position the live bus has told what was committed, by company. Each shard has its own publisher. */
export function createHeard(before: number) {
  let count = 0;
  let everywhere = before;
  let byShard = new Map<number, number>();

  function forget(): void {
    everywhere = before;
    byShard = new Map();
  }

  return {
    note({ position, shards, of }: ReadModelsCommitted): void {
      if (shards === undefined || of === undefined) {
        everywhere = Math.max(everywhere, position);
        return;
      }
      if (of !== count) forget();
      count = of;
      for (const shard of shards) byShard.set(shard, Math.max(position, byShard.get(shard) ?? before));
    },
    of: (companyId: string) =>
      Math.max(everywhere, (count > 0 ? byShard.get(shardOf(companyId, count)) : undefined) ?? before),
    /** Of all companies. */
    lowest(): number {
      const isWhole = count > 0 && byShard.size === count;
      return Math.max(everywhere, isWhole ? Math.min(...byShard.values()) : before);
    },
    forget,
  };
}
