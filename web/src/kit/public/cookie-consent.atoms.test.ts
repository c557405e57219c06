import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStorage } from '../../testing/browser-storage.ts';
import {
  acceptAllAtom,
  acceptNecessaryAtom,
  bannerIsShownAtom,
  cancelPreferencesAtom,
  openPreferencesAtom,
  preferencesAtom,
  savePreferencesAtom,
  switchPreferenceAtom,
} from './cookie-consent.atoms.ts';

let drawer: Storage;
beforeEach(() => {
  drawer = createStorage();
  vi.stubGlobal('localStorage', drawer);
});
afterEach(() => void vi.unstubAllGlobals());

const kept = () => JSON.parse(drawer.getItem('cookieConsent') ?? 'null');

describe('cookie consent', () => {
  test('is requested when none is stored', () => {
    expect(createStore().get(bannerIsShownAtom)).toBe(true);
  });

  test('that is stored is not requested again', () => {
    drawer.setItem('cookieConsent', '{"analytics":false,"marketing":true,"necessary":true}');
    expect(createStore().get(bannerIsShownAtom)).toBe(false);
  });

  test.each(['{', 'null', '[]', '"yes"', '{"analytics":1}', '{"analytics":true,"marketing":true}'])(
    'is asked for again where %s is stored',
    (text) => {
      drawer.setItem('cookieConsent', text);
      expect(createStore().get(bannerIsShownAtom)).toBe(true);
    },
  );

  test('to everything stores everything and hides the banner', { tags: ['spec-3.22'] }, () => {
    const store = createStore();
    store.set(acceptAllAtom);
    expect(kept()).toEqual({ analytics: true, marketing: true, necessary: true });
    expect(store.get(bannerIsShownAtom)).toBe(false);
  });

  test('to the necessary ones stores a refusal of the others and hides the banner', () => {
    const store = createStore();
    store.set(acceptNecessaryAtom);
    expect(kept()).toEqual({ analytics: false, marketing: false, necessary: true });
    expect(store.get(bannerIsShownAtom)).toBe(false);
  });

  test('starts with analytics and marketing off, and stores the switches', { tags: ['spec-4.20'] }, () => {
    const store = createStore();
    store.set(openPreferencesAtom);
    expect(store.get(preferencesAtom)).toEqual({ analytics: false, marketing: false });
    store.set(switchPreferenceAtom, { marketing: true });
    store.set(savePreferencesAtom);
    expect(kept()).toEqual({ analytics: false, marketing: true, necessary: true });
    expect(store.get(preferencesAtom)).toBeNull();
    expect(store.get(bannerIsShownAtom)).toBe(false);
  });

  test('that is cancelled closes only the dialog and forgets its switches', { tags: ['spec-4.20'] }, () => {
    const store = createStore();
    store.set(openPreferencesAtom);
    store.set(switchPreferenceAtom, { analytics: true });
    store.set(cancelPreferencesAtom);
    expect(store.get(preferencesAtom)).toBeNull();
    expect(store.get(bannerIsShownAtom)).toBe(true);
    expect(kept()).toBeNull();
    store.set(openPreferencesAtom);
    expect(store.get(preferencesAtom)).toEqual({ analytics: false, marketing: false });
  });

  test('can be changed later, starting from the stored consent', () => {
    const store = createStore();
    store.set(acceptAllAtom);
    store.set(openPreferencesAtom);
    expect(store.get(preferencesAtom)).toEqual({ analytics: true, marketing: true });
    store.set(switchPreferenceAtom, { marketing: false });
    store.set(savePreferencesAtom);
    expect(kept()).toEqual({ analytics: true, marketing: false, necessary: true });
  });

  test('lasts until the page is left when the browser forbids storage', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const store = createStore();
    expect(store.get(bannerIsShownAtom)).toBe(true);
    store.set(acceptAllAtom);
    expect(store.get(bannerIsShownAtom)).toBe(false);
  });
});
