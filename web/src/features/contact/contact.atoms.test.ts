import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { contactForm, type Inquiry } from './contact.atoms.ts';

const inquiry: Inquiry = {
  firstName: 'Ines',
  lastName: 'Duarte',
  companyName: 'Northlight',
  email: ' ines@northlight.test ',
  employeeCount: '51-100',
  message: 'Can we import our sales?',
  consent: true,
};

function writing(change: Partial<Inquiry> = {}, answer = replied({ message: 'Thank you.' })) {
  const store = createStore();
  const api = createFakeApi({ '/contact-us': () => answer });
  store.set(apiAtom, api);
  store.set(contactForm.typeAtom, { ...inquiry, ...change });
  return { store, api };
}

describe('the contact form', () => {
  test('sends its draft with the consent, shows the reply of the server and is empty again', async () => {
    const { store, api } = writing();
    await store.set(contactForm.submitAtom);
    expect(api.sent[0]?.body).toEqual({ ...inquiry, email: 'ines@northlight.test' });
    expect(store.get(contactForm.alertAtom)).toEqual({ isError: false, messages: ['Thank you.'] });
    expect(store.get(contactForm.draftAtom)).toEqual({
      firstName: '',
      lastName: '',
      companyName: '',
      email: '',
      employeeCount: '',
      message: '',
      consent: false,
    });
  });

  test('sends a missing consent as false', { tags: ['spec-5.31'] }, async () => {
    const { store, api } = writing({ consent: false });
    await store.set(contactForm.submitAtom);
    expect(api.sent[0]?.body).toMatchObject({ consent: false });
  });

  test.each(['firstName', 'lastName', 'companyName', 'email', 'employeeCount', 'message'] as const)(
    'is not sent without %s',
    { tags: ['spec-5.31'] },
    async (field) => {
      const { store, api } = writing({ [field]: ' ' });
      await store.set(contactForm.submitAtom);
      expect(store.get(contactForm.alertAtom).messages).toEqual([messages.allFieldsRequired]);
      expect(store.get(contactForm.refusedAtom)).toEqual([field]);
      expect(api.sent).toEqual([]);
    },
  );

  test.each([
    [{ email: 'ines@northlight' }, 'Please provide a valid email', 'email'],
    [{ message: 'x'.repeat(5_001) }, 'The message can have at most 5,000 characters', 'message'],
  ])('is not sent with %j', async (change, shown, field) => {
    const { store, api } = writing(change);
    await store.set(contactForm.submitAtom);
    expect(store.get(contactForm.alertAtom).messages).toEqual([shown]);
    expect(store.get(contactForm.refusedAtom)).toEqual([field]);
    expect(api.sent).toEqual([]);
  });

  test('that could not be sent says so and keeps the draft', async () => {
    const { store } = writing({}, refused(500, 'internalServerError'));
    await store.set(contactForm.submitAtom);
    expect(store.get(contactForm.alertAtom)).toEqual({
      isError: true,
      messages: [messages.internalServerError, 'Failed to send message'],
    });
    expect(store.get(contactForm.draftAtom)).toEqual(inquiry);
  });

  test('marks the field that the server refused', async () => {
    const { store } = writing({}, refused(400, 'inquiryTooLong'));
    await store.set(contactForm.submitAtom);
    expect(store.get(contactForm.refusedAtom)).toEqual(['message']);
  });
});
