import { atom } from 'jotai';

/** The consent of a visitor; necessary cookies cannot be switched off. */
export type CookieConsent = {
  readonly analytics: boolean;
  readonly marketing: boolean;
  readonly necessary: true;
};
export type CookieChoice = Pick<CookieConsent, 'analytics' | 'marketing'>;

const KEY = 'cookieConsent';
const NOTHING_MORE: CookieChoice = { analytics: false, marketing: false };

/** A browser that forbids storage, or has something else under this key, has no consent. */
function stored(): CookieConsent | null {
  try {
    const { analytics, marketing, necessary } = JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? {};
    const isConsent = typeof analytics === 'boolean' && typeof marketing === 'boolean' && necessary === true;
    return isConsent ? { analytics, marketing, necessary } : null;
  } catch {
    return null;
  }
}

function store(consent: CookieConsent): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(consent));
  } catch {
    // The choice lasts until the page is left.
  }
}

/** Undefined until the visitor chose on this page: until then the stored consent counts. */
const consentAtom = atom<CookieConsent | null | undefined>(undefined);
const knownConsentAtom = atom((get) => {
  const consent = get(consentAtom);
  return consent === undefined ? stored() : consent;
});

export const bannerIsShownAtom = atom((get) => get(knownConsentAtom) === null);

/** The switches of the open dialog; null while it is closed. */
const draftAtom = atom<CookieChoice | null>(null);
export const preferencesAtom = atom((get) => get(draftAtom));

/** Opens the dialog with the current consent, or with every option off before the first choice. */
export const openPreferencesAtom = atom(null, (get, set) => {
  const { analytics, marketing } = get(knownConsentAtom) ?? NOTHING_MORE;
  set(draftAtom, { analytics, marketing });
});

export const switchPreferenceAtom = atom(null, (get, set, change: Partial<CookieChoice>) => {
  const draft = get(draftAtom);
  if (draft) set(draftAtom, { ...draft, ...change });
});

export const cancelPreferencesAtom = atom(null, (_get, set) => set(draftAtom, null));

const decideAtom = atom(null, (_get, set, choice: CookieChoice) => {
  const consent = { ...choice, necessary: true } as const;
  store(consent);
  set(consentAtom, consent);
  set(draftAtom, null);
});

export const acceptAllAtom = atom(null, (_get, set) => set(decideAtom, { analytics: true, marketing: true }));

/** Refuses all that can be refused, with one press like Accept All. */
export const acceptNecessaryAtom = atom(null, (_get, set) => set(decideAtom, NOTHING_MORE));

/** Stores the switches; closes the dialog and the banner. */
export const savePreferencesAtom = atom(null, (get, set) => {
  const draft = get(draftAtom);
  if (draft) set(decideAtom, draft);
});
