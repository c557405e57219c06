import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import type { IconName } from '../ui/icon.tsx';
import { paths } from './paths.ts';

export type MenuEntry = {
  label: string;
  path: string;
  icon: IconName;
  /** Left out: everybody sees it. */
  onlyFor?: 'manager' | 'super employee';
};

/** The side menu in its order. A screen that does not exist yet has no row. */
export const sideMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', path: paths.dashboard, icon: 'dashboard' },
  { label: 'Sales', path: paths.mySales, icon: 'sales' },
];

/** The menu under the person's name. */
export const personMenu: readonly MenuEntry[] = [
  { label: 'View Profile', path: paths.myProfile, icon: 'person' },
];

export function entriesFor(menu: readonly MenuEntry[], employee: Employee): readonly MenuEntry[] {
  return menu.filter(({ onlyFor }) => {
    if (onlyFor === undefined) return true;
    return onlyFor === 'manager' ? employee.employee_role === 'manager' : employee.employee_type === onlyFor;
  });
}
