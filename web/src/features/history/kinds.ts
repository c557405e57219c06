import {
  Building2,
  CalendarRange,
  Clock,
  CreditCard,
  FileText,
  KeyRound,
  type LucideIcon,
  Receipt,
  Target,
  User,
  Wallet,
} from 'lucide-react';
import type { SubjectKind } from '#contracts/history/description.ts';

/** The plural of each kind. */
export const pluralOf: { readonly [Kind in SubjectKind]: string } = {
  sale: 'Sales',
  shift: 'Shifts',
  employee: 'Employees',
  campaign: 'Campaigns',
  goal: 'Goals',
  'job-aid': 'Job aids',
  company: 'Company',
  subscription: 'Subscription',
  access: 'Access',
  pay: 'Pay',
  'pay-rules': 'Pay rules',
};

export const iconOf: { readonly [Kind in SubjectKind]: LucideIcon } = {
  sale: Receipt,
  shift: Clock,
  employee: User,
  campaign: CalendarRange,
  goal: Target,
  'job-aid': FileText,
  company: Building2,
  subscription: CreditCard,
  access: KeyRound,
  pay: Wallet,
  'pay-rules': Wallet,
};
