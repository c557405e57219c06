import type { Page } from 'playwright-core';
import { proveRegistrant } from '#tests/billing/proven-registrant.ts';
import { paths } from '../../web/src/kit/paths.ts';
import { type Look, press } from './screen.ts';

/** The state after the step before. */
const kept = (key: string, value: object) => (page: Page) =>
  page.evaluate(([name, text]) => sessionStorage.setItem(name, text), [
    `tallyboard.${key}`,
    JSON.stringify(value),
  ] as const);

const LONG_EMAIL = 'grace.hopper.the.third@a-rather-long-company-name.example.test';
const REGISTRATION = {
  email: LONG_EMAIL,
  companyName: 'Hopper Lines',
  employeeCount: '0-20',
  companyId: 'c',
  otpId: 'o',
};
const RESET = { email: LONG_EMAIL, otpId: 'o' };

const typeCode = async (page: Page) => {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type('123');
};

/** The public screens. */
export const ofVisitors: readonly Look[] = [
  { name: 'landing', path: paths.root, title: 'live board', shows: 'Customize' },
  { name: 'cookie-preferences', path: paths.root, title: 'live board', after: press('Customize') },
  { name: 'landing-without-banner', path: paths.root, title: 'live board', after: press('Accept All') },
  { name: 'pricing', path: paths.pricing, title: 'Pricing', shows: 'Choose the Perfect Plan for Your Team' },
  { name: 'contact', path: paths.contact, title: 'Contact', shows: 'How can we assist?' },
  {
    name: 'contact-refused',
    path: paths.contact,
    title: 'Contact',
    after: press('Submit'),
    shows: 'asterix',
  },
  { name: 'terms', path: paths.terms, title: 'Terms of Use', shows: 'Ontario' },
  { name: 'privacy', path: paths.privacy, title: 'Privacy Policy', shows: '14 months' },
  { name: 'sign-in', path: paths.login, title: 'Log in', shows: 'Activate your winning mode' },
  {
    name: 'sign-in-refused',
    path: paths.login,
    title: 'Log in',
    after: press('Log in'),
    shows: 'invalid email',
  },
  { name: 'confirm-email', path: paths.confirmEmail, title: 'Reset your password' },
  {
    name: 'verify-code',
    path: paths.verifyCode,
    title: 'Enter the code',
    before: kept('reset', { ...RESET, proven: '' }),
  },
  {
    name: 'reset-password',
    path: paths.resetPassword,
    title: 'Choose a new password',
    before: kept('reset', { ...RESET, proven: 'o' }),
    after: press('Change password'),
    shows: 'Please correct',
  },
  { name: 'email-link-without-token', path: paths.emailLink, title: 'Your email', shows: 'not complete' },
  {
    name: 'invitation',
    path: `${paths.emailLink}#invite.${'A'.repeat(43)}`,
    title: 'Welcome to Tallyboard',
    after: press('Set password and log in'),
    shows: 'Please correct',
  },
  { name: 'register', path: paths.register, title: 'Register your company' },
  {
    name: 'register-refused',
    path: paths.register,
    title: 'Register your company',
    after: press('Next'),
    shows: 'asterix',
  },
  {
    name: 'email-verification',
    path: paths.emailVerification,
    title: 'Verify your email',
    before: kept('registration', REGISTRATION),
    after: typeCode,
  },
  {
    name: 'registration-card',
    path: paths.registrationCard,
    title: 'Subscription',
    before: proveRegistrant,
    shows: 'No commitment - Cancel anytime',
  },
  { name: 'not-found', path: '/no/such/page', title: 'Page not found' },
  { name: 'gallery', path: paths.gallery, title: 'Components' },
];
