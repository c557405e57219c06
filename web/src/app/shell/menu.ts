import {
  Banknote,
  Building2,
  CalendarRange,
  CircleAlert,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  Receipt,
  ScrollText,
  ShieldCheck,
  Target,
  User,
  Users,
  Wallet,
} from 'lucide-react';
import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import { paths } from '../../kit/paths.ts';
import { hasRole, type RequiredRole } from '../../kit/session/permissions.ts';

type Link = {
  label: string;
  path: string;
  /** Without it all people see the entry. */
  onlyFor?: RequiredRole;
};

/** A group links to its own list; without entries it is a single link. */
export type MenuEntry = Link & { icon: LucideIcon; entries?: readonly Link[] };

/** The side menu, in its order. */
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
  { label: 'My Pay', path: paths.myPay, icon: Wallet },
  { label: 'Claims', path: paths.claims, icon: CircleAlert },
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
  { label: 'Payroll', path: paths.payroll, icon: Banknote, onlyFor: 'manager' },
  {
    label: 'Job Aids',
    path: paths.allJobAids,
    icon: FileText,
    entries: [
      { label: 'Add Job Aid', path: paths.addJobAid, onlyFor: 'manager' },
      { label: 'All Job Aids', path: paths.allJobAids },
    ],
  },
  { label: 'History', path: paths.history, icon: ScrollText, onlyFor: 'manager' },
  { label: 'Proof', path: paths.proof, icon: ShieldCheck, onlyFor: 'manager' },
];

/** The menu under the person's name. */
export const personMenu: readonly MenuEntry[] = [
  { label: 'View Profile', path: paths.myProfile, icon: User },
  { label: 'Company', path: paths.companyProfile, icon: Building2, onlyFor: 'super employee' },
];

export function entriesFor<Entry extends { onlyFor?: RequiredRole }>(
  menu: readonly Entry[],
  employee: Employee,
): readonly Entry[] {
  return menu.filter(({ onlyFor }) => onlyFor === undefined || hasRole(employee, onlyFor));
}

/** The side menu of this person: groups with the entries that the person may see. */
export function menuFor(employee: Employee): readonly MenuEntry[] {
  return entriesFor(sideMenu, employee).map(({ entries, ...group }) =>
    entries ? { ...group, entries: entriesFor(entries, employee) } : group,
  );
}

/** The group whose screen, or the screen of one of its rows, is at this address. */
export function groupAt(pathname: string): MenuEntry | undefined {
  return sideMenu.find(({ path, entries = [] }) => [path, ...entries.map((entry) => entry.path)].some(holds));

  function holds(path: string): boolean {
    return pathname === path || pathname.startsWith(`${path}/`);
  }
}

const FORMS = [paths.newSale, paths.addGoal, paths.addCampaign, paths.addEmployee, paths.addJobAid] as const;

/** A second main button beside that of a form would be pressed by mistake. */
export function isFormAt(pathname: string): boolean {
  return FORMS.some((path) => path === pathname) || pathname.includes('/edit/');
}
