import {
  Building2,
  CalendarRange,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  Receipt,
  Target,
  User,
  Users,
} from 'lucide-react';
import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import { paths } from './paths.ts';
import { meets, type Need } from './permissions.ts';

export type MenuEntry = {
  label: string;
  path: string;
  icon: LucideIcon;
  /** Left out: everybody sees it. */
  onlyFor?: Need;
  /** Without entries the group is one link by itself. */
  entries?: readonly { label: string; path: string; onlyFor?: Need }[];
};

/** The side menu in its order. */
export const sideMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', path: paths.dashboard, icon: LayoutDashboard },
  {
    label: 'Sales',
    path: paths.mySales,
    icon: Receipt,
    entries: [
      { label: 'My Sales', path: paths.mySales },
      { label: 'New Sale', path: paths.newSale },
    ],
  },
  {
    label: 'Goals',
    path: paths.allGoals,
    icon: Target,
    onlyFor: 'manager',
    entries: [
      { label: 'Add Goal', path: paths.addGoal },
      { label: 'All Goals', path: paths.allGoals },
    ],
  },
  {
    label: 'Campaigns',
    path: paths.allCampaigns,
    icon: CalendarRange,
    onlyFor: 'manager',
    entries: [
      { label: 'Add Campaign', path: paths.addCampaign },
      { label: 'All Campaigns', path: paths.allCampaigns },
    ],
  },
  {
    label: 'Employees',
    path: paths.allEmployees,
    icon: Users,
    onlyFor: 'manager',
    entries: [
      { label: 'Add Employee', path: paths.addEmployee },
      { label: 'My Team', path: paths.myTeam },
      { label: 'All Employees', path: paths.allEmployees },
    ],
  },
  {
    label: 'Job Aids',
    path: paths.allJobAids,
    icon: FileText,
    entries: [
      { label: 'Add Job Aid', path: paths.addJobAid, onlyFor: 'manager' },
      { label: 'All Job Aids', path: paths.allJobAids },
    ],
  },
];

/** The menu under the person's name. */
export const personMenu: readonly MenuEntry[] = [
  { label: 'View Profile', path: paths.myProfile, icon: User },
  { label: 'Company', path: paths.companyProfile, icon: Building2, onlyFor: 'super employee' },
];

export function entriesFor<Entry extends { onlyFor?: Need }>(
  menu: readonly Entry[],
  employee: Employee,
): readonly Entry[] {
  return menu.filter(({ onlyFor }) => onlyFor === undefined || meets(employee, onlyFor));
}
