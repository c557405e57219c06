import { useMemo, useSyncExternalStore } from 'react';
import type { ChartColours } from './weekly-chart-option.ts';

/** The colour tokens of the current theme. */
export function useChartColours(): ChartColours {
  // A text, which compares equal as long as the colours do.
  const written = useSyncExternalStore(watchTheme, writtenColours);
  return useMemo(() => JSON.parse(written) as ChartColours, [written]);
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function writtenColours(): string {
  const tokens = getComputedStyle(document.documentElement);
  const colours: ChartColours = {
    bar: tokens.getPropertyValue('--accent'),
    ink: tokens.getPropertyValue('--ink'),
    inkSoft: tokens.getPropertyValue('--ink-soft'),
    rule: tokens.getPropertyValue('--rule'),
    surface: tokens.getPropertyValue('--surface'),
    font: tokens.fontFamily,
  };
  return JSON.stringify(colours);
}
