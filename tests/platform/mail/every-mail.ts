import type { MailTemplate } from '#platform/mail/template.ts';
import {
  emailChangedLetter,
  emailCodeLetter,
  emailWantedLetter,
  invitationLetter,
  proveEmailLetter,
  unprovenEmailChangedLetter,
} from '#services/auth/email-change.mail.ts';
import { passkeyLetter, secondFactorLetter } from '#services/auth/factor.mail.ts';
import { newDeviceLetter } from '#services/auth/new-device.mail.ts';
import {
  firstPasswordReplacedLetter,
  ownPasswordChangedLetter,
  passwordChangedLetter,
  resetCodeLetter,
} from '#services/auth/password.mail.ts';
import {
  paymentFailedMail,
  subscriptionCanceledMail,
  trialEndsMail,
  welcomeMail,
} from '#services/billing/billing.mail.ts';
import { receiptMail } from '#services/billing/receipts.ts';
import { claimAnsweredLetter, claimOpenedLetter } from '#services/claims/claims.mail.ts';
import { contactInquiryLetter, contactReceiptLetter } from '#services/contact/contact.mail.ts';
import { erasureRefusedLetter, erasureWantedLetter } from '#services/employees/erasure.mail.ts';
import { paydayLetter } from '#services/pay/payday.mail.ts';
import { dailySealLetter } from '#services/proof/daily-seal.mail.ts';
import { registrationCodeLetter } from '#services/registration/registration-code.mail.ts';

/** One mail of each template; `words` replaces all text that people type. */
export function everyMail(words?: string) {
  const firstName = words ?? 'Ana';
  const companyName = words ?? 'Northwind Sales Partners';
  const timeZone = 'America/Toronto';
  const publicUrl = 'https://tallyboard.example.com';
  const trialEndsAt = '2026-11-28T15:00:00.000Z';
  const at = '2026-12-10T18:42:00.000Z';
  const period = { from: '2026-11-01', to: '2026-11-15' };
  const statement = { period, payableCents: 123_450, publicUrl };
  return {
    'registration code': registrationCodeLetter({ code: '482913' }),
    'reset code': resetCodeLetter({ code: '037164' }),
    'reset code of a company': resetCodeLetter({ code: '037164', company: companyName }),
    'password changed': passwordChangedLetter({ at, timeZone, passkeys: 2 }),
    passkey: passkeyLetter({ change: 'added', name: words ?? 'Chrome on Windows', at, timeZone }),
    'new device': newDeviceLetter({
      at,
      timeZone,
      device: words ?? 'Firefox on Windows',
      network: '203.0.113.7',
    }),
    payday: paydayLetter({ news: 'ready', firstName, ...statement }),
    'statement approved': paydayLetter({ news: 'approved', firstName, ...statement }),
    'statement paid': paydayLetter({ news: 'paid', firstName, ...statement }),
    'second factor': secondFactorLetter({ change: 'app added', at, timeZone }),
    'own password changed': ownPasswordChangedLetter({ at, timeZone }),
    'first password replaced': firstPasswordReplacedLetter({ at, timeZone }),
    'email code': emailCodeLetter({ code: '037164' }),
    'email changed': emailChangedLetter({
      to: 'ada@new.test',
      undoUrl: 'https://tally.test/email-link#undo.x',
    }),
    'unproven email changed': unprovenEmailChangedLetter({ company: words ?? 'Acme Sales' }),
    'email wanted': emailWantedLetter({
      to: 'ada@new.test',
      refuseUrl: 'https://tally.test/email-link#refuse.x',
    }),
    'prove email': proveEmailLetter({
      company: 'Acme Sales',
      proveUrl: 'https://tally.test/email-link#prove.x',
    }),
    invitation: invitationLetter({
      company: words ?? 'Acme Sales',
      url: 'https://tally.test/email-link#invite.x',
    }),
    'erasure wanted': erasureWantedLetter({ name: words ?? 'Ada Lovelace', publicUrl }),
    'erasure refused': erasureRefusedLetter({ reason: words ?? 'A dispute about pay is open.' }),
    welcome: welcomeMail({
      ...{ firstName, companyName, trialEndsAt, timeZone, publicUrl },
      ...{ baseCents: 15_000, seatCents: 1000 },
    }),
    'trial ends': trialEndsMail({
      ...{ firstName, companyName, trialEndsAt, timeZone, publicUrl },
      ...{ employees: 12, monthlyCents: 27_000 },
    }),
    'payment failed': paymentFailedMail({
      ...{ firstName, companyName, publicUrl },
      ...{ companyId: '0199f-company', amountCents: 27_000 },
    }),
    'subscription canceled': subscriptionCanceledMail({
      ...{ firstName, companyName, timeZone, publicUrl },
      ...{ canceledAt: '2026-12-10T18:42:00.000Z', refundCents: 17_419 },
    }),
    receipt: receiptMail({
      ...{ firstName, companyName, timeZone, publicUrl, kind: 'month', receiptId: 'in_0199f6f2c4b87c1d' },
      ...{ amountCents: 27_000, currency: 'CAD', paidAt: '2026-11-28T15:00:00.000Z' },
      ...{ periodStart: '2026-11-28T15:00:00.000Z', periodEnd: '2026-12-28T15:00:00.000Z' },
      ...{ cardBrand: 'visa', cardLast4: '4242' },
    }),
    refund: receiptMail({
      ...{ firstName, companyName, timeZone, publicUrl, kind: 'refund', receiptId: 're_0199f6f2c4b87c1d' },
      ...{ amountCents: 17_419, currency: 'CAD', paidAt: '2026-12-10T18:42:00.000Z' },
      ...{ periodStart: null, periodEnd: null, cardBrand: 'visa', cardLast4: '4242' },
    }),
    'daily seal': dailySealLetter({
      ...{ firstName, companyName, timeZone, publicUrl },
      ...{ day: '2026-12-10', sealedAt: '2026-12-11T00:04:00.000Z', count: 18_342 },
      link: '3f9a02bc77d1e04b8f21c3d4a5b6978812340f0e9d8c7b6a5f4e3d2c1b0a9988',
      key: 'd'.repeat(64),
      root: { size: 1204, root: 'b'.repeat(64) },
      before: { day: '2026-12-09', link: 'c0ffee5eed0b1a5e4d2c9f8e7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b' },
    }),
    'claim opened': claimOpenedLetter({
      ...{ name: words ?? 'Ada Lovelace', kind: 'line', publicUrl },
      text: words ?? 'The roof was sold for $1,200, not $1,000.',
    }),
    'claim reopened by its person': claimOpenedLetter({
      ...{ name: words ?? 'Ada Lovelace', kind: null, publicUrl, text: words ?? 'It is still too low.' },
    }),
    'claim answered': claimAnsweredLetter({ reason: words ?? 'The discount was agreed.', publicUrl }),
    'claim answered by a change': claimAnsweredLetter({ reason: '', publicUrl }),
    'claim reopened by a manager': claimAnsweredLetter({
      ...{ reason: words ?? 'We look at it again.', publicUrl, isOpenAgain: true },
    }),
    'contact inquiry': contactInquiryLetter({
      ...{ firstName, lastName: words ?? 'Soto', companyName, employeeCount: '21-50', consent: true },
      email: 'ana@northwind.example',
      message:
        words ??
        'We are 34 people in two time zones.\n\nCan each team have its own goals? And what does onboarding look like?',
    }),
    'contact receipt': contactReceiptLetter(),
  } satisfies Record<string, MailTemplate>;
}
