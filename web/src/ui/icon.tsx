import type { LucideIcon } from 'lucide-react';

/** A sign beside a word that carries the meaning; thin, to be as quiet as the text. */
export function Icon({ of: Drawing, size = 20 }: { of: LucideIcon; size?: number }) {
  return (
    <Drawing size={size} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" style={{ flex: 'none' }} />
  );
}
