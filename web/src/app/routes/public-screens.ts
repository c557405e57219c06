import type { ComponentType } from 'react';
import { paths } from '../../kit/paths.ts';

/** Loads the chunk of a screen. The browser caches the import, so calling it again is free. */
export type LoadScreen = () => Promise<ComponentType>;

export type Screen = readonly [path: string, load: LoadScreen];

/** Open to all visitors. */
export const publicScreens: readonly Screen[] = [
  [paths.root, async () => (await import('../../features/landing/landing.view.tsx')).LandingPage],
  [paths.pricing, async () => (await import('../../features/pricing/pricing.view.tsx')).PricingPage],
  [paths.contact, async () => (await import('../../features/contact/contact.view.tsx')).ContactPage],
  [paths.terms, async () => (await import('../../features/legal/terms.view.tsx')).TermsPage],
  [paths.privacy, async () => (await import('../../features/legal/privacy.view.tsx')).PrivacyPage],
  [paths.login, async () => (await import('../../features/sign-in/sign-in.view.tsx')).SignInPage],
  [
    paths.confirmEmail,
    async () => (await import('../../features/password-reset/confirm-email.view.tsx')).ConfirmEmailPage,
  ],
  [
    paths.verifyCode,
    async () => (await import('../../features/password-reset/verify-code.view.tsx')).VerifyCodePage,
  ],
  [
    paths.resetPassword,
    async () => (await import('../../features/password-reset/new-password.view.tsx')).NewPasswordPage,
  ],
  [
    paths.emailLink,
    async () => (await import('../../features/email-link/email-link.view.tsx')).EmailLinkPage,
  ],
  [paths.register, async () => (await import('../../features/registration/register.view.tsx')).RegisterPage],
  [
    paths.emailVerification,
    async () =>
      (await import('../../features/registration/email-verification.view.tsx')).EmailVerificationPage,
  ],
  [
    paths.registrationCard,
    async () => (await import('../../features/registration/registration-card.view.tsx')).RegistrationCardPage,
  ],
  [paths.gallery, async () => (await import('../../features/gallery/gallery.view.tsx')).GalleryPage],
];
