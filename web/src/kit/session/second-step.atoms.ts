import { atom } from 'jotai';
import type { SecondStep } from '#contracts/endpoints/auth.endpoints.ts';

/** What the password of the person needs besides, once it was right; null before. The sign-in asks for it. */
export const secondStepAtom = atom<SecondStep | null>(null);
