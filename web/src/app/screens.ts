import type { ComponentType } from 'react';
import { paths } from './paths.ts';

/** Loads the chunk of a screen; asked again it is the same promise, kept by the browser. */
export type LoadScreen = () => Promise<ComponentType>;

/** Every screen within the shell; a new one is one row here and one in the menu. */
export const shellScreens: readonly (readonly [path: string, load: LoadScreen])[] = [
  [paths.dashboard, async () => (await import('../features/dashboard/dashboard.view.tsx')).DashboardPage],
  [paths.newSale, async () => (await import('../features/sales/add-sale.view.tsx')).AddSalePage],
  [paths.mySales, async () => (await import('../features/sales/my-sales.view.tsx')).MySalesPage],
  [paths.myProfile, async () => (await import('../features/profile/my-profile.view.tsx')).MyProfilePage],
];

/** What opens at the press of a key must also open where the network has a hole. */
const AHEAD: readonly string[] = [paths.newSale, paths.mySales];

/** Fetches the screens of daily work ahead of time; one that does not come is asked for again when opened. */
export function loadAhead(): void {
  for (const [path, load] of shellScreens) if (AHEAD.includes(path)) load().catch(() => undefined);
}
