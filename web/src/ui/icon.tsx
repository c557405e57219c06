import type { LucideIcon } from 'lucide-react';

/** A sign beside a word, which carries the meaning; drawn thin so that it sits quietly beside text. */
export function Icon({ of: Drawing, size = 20 }: { of: LucideIcon; size?: number }) {
  return (
    <Drawing size={size} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" style={{ flex: 'none' }} />
  );
}
