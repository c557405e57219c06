import { localDate } from '#contracts/local-date.ts';
import { paySchedule } from '#tests/access/belongings.ts';
import { IMPORT_PLAN, importFile } from '#tests/access/import-examples.ts';
import type { Company } from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import type { Fields } from './hostile-requests.ts';
import { CAMPAIGN, kindOf, type Things } from './hostile-things.ts';

export const TIME_ZONE = 'America/Toronto';
/** Part of an email that belongs to no employee. */
export const NOBODY = 'nobody-yet';
/** Placeholders for values that can be used once: the sender fills in fresh ones. */
export const FRESH = {
  ...{ email: 'fresh-email', otpId: 'fresh-otp-id', code: 'fresh-code' },
  ...{ company: 'fresh-company', card: 'pm_card_visa', thing: 'fresh-thing' },
} as const;
const PLACEHOLDERS: ReadonlySet<string> = new Set(Object.values(FRESH));

export function hasPlaceholder(text: string): boolean {
  return [...PLACEHOLDERS].some((placeholder) => text.includes(placeholder));
}

/** Valid fields for a call in that company, at `now`. */
export function fieldsFor(name: string, company: Company, things: Things, now: string): Fields {
  const today = localDate(now, TIME_ZONE);
  const newEmail = `${NOBODY}@${things.goal}.test`;
  return {
    id: idFor(name, company, things),
    ...{ date: today, from: today, to: today, entryDate: today, loginDate: today },
    ...{ campaignId: company.campaignId, managerId: company.manager.employeeId },
    ...{ goalId: things.goal, employeeId: things.employee },
    ...{ username: name.endsWith('/login') ? company.manager.email : newEmail },
    ...{ password: name.endsWith('/login') ? PASSWORD : 'k3Jd82hQpz', tz: TIME_ZONE },
    ...fieldsOfReset(name, company),
    ...{ name: 'Name', url: 'https://example.test/x', firstName: 'First', lastName: 'Last' },
    ...{ employeeRole: 'sales associate', employeeNumber: 'E1', shiftDuration: '8', status: 'Lead' },
    ...{ ownPasswords: 'true', managersFactor: 'false' },
    ...{ price: '10', discount: '1', customerNumber: '555', details: 'Details', commission: '10', tax: '13' },
    ...(name.includes('/shiftstart') && { loginTime: '00:00' }),
    ...{
      hourlySales: '2',
      hourlyDecisions: '0',
      limit: '10',
      later: 'true',
      run: 'true',
      stack: 'x',
      release: 'r',
      screen: '/',
      paymentMethodId: FRESH.card,
    },
    ...{ text: importFile(company.manager.email, CAMPAIGN), plan: JSON.stringify(IMPORT_PLAN) },
    ...(name.includes('/erasures/') && { answer: 'refuse', reason: 'A dispute' }),
    ...fieldsOfPay(name, things, today),
    ...fieldsOfHistory(name, now, things.employee),
    ...(name.includes('/audit/comparison') && { until: now }),
    ...(name.includes('/audit/proof/held/') && { link: '0'.repeat(64) }),
    ...fieldsOfRegistration(name, newEmail, things.goal),
    ...fieldsOfInquiry(name, newEmail),
  };
}

function idFor(name: string, { companyId }: Company, things: Things): string {
  if (/verify-?otp/.test(name)) return FRESH.otpId;
  if (name.includes('/erasures/')) return things.employee;
  if (name.includes('/companies/')) return companyId;
  const kind = kindOf(name);
  return kind ? things[kind] : '';
}

/** Without placeholders: codes belong to no company. */
export function withoutPlaceholders(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !PLACEHOLDERS.has(value)));
}

/** The text with fresh values in place of the placeholders. */
export function filled(text: string, fresh: { readonly [key in keyof typeof FRESH]?: string }): string {
  return (Object.keys(FRESH) as (keyof typeof FRESH)[]).reduce(
    (all, key) => all.replaceAll(FRESH[key], fresh[key] ?? FRESH[key]),
    text,
  );
}

/** The period of a statement is over. */
function fieldsOfPay(name: string, { sale }: Things, today: string): Fields {
  if (!name.includes('/pay/')) return {};
  const { firstDay, ...schedule } = paySchedule(today, TIME_ZONE);
  if (name.includes('/claims'))
    return { kind: 'hours', text: 'It was longer', reason: 'It was not', countOnly: 'true' };
  const line = { kind: 'bonus', amount: '5', reason: 'Well done', saleId: sale, period: firstDay };
  return { ...schedule, ...line, firstDay, from: firstDay, days: '90', required: 'true' };
}

function fieldsOfHistory(name: string, now: string, person: string): Fields {
  if (!/\/audit\/(events|history|moments)/.test(name)) return {};
  return { kind: 'sale', from: '2026-01-01T00:00:00Z', to: now, at: now, order: 'newest', person };
}

function fieldsOfRegistration(name: string, email: string, unique: string): Fields {
  if (!name.includes('/registration/')) return {};
  if (!name.includes('register-company')) {
    const payer = { companyId: FRESH.company, companyName: 'Arriving' };
    return { ...payer, email: FRESH.email, username: FRESH.email };
  }
  const company = { companyName: `Arriving ${unique}`, employeeCount: '0-20' };
  const password = 'Quiet.otter7';
  return { ...company, email, password, confirmPassword: password };
}

function fieldsOfInquiry(name: string, email: string): Fields {
  if (name.endsWith('/client-errors')) return { message: 'x is not a function' };
  if (!name.endsWith('/contact-us')) return {};
  const company = { companyName: 'Acme', employeeCount: '0-20' };
  return { ...company, email, message: 'How much is it?', consent: 'on' };
}

function fieldsOfReset(name: string, { colleague }: Company): Fields {
  const fields = { otp: FRESH.code, otpId: FRESH.otpId, newPassword: 'Quiet.otter' };
  if (name.endsWith('/resetpassword')) return { ...fields, username: FRESH.email };
  return /confirmemail|resendotp/.test(name) ? { username: colleague.email } : fields;
}
