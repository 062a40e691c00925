import { expect, it } from 'vitest';
import { formOfVisit, formVariants, templateId } from './prerendered-form.rules.ts';

const signedOut = { isAgreeLicence: 'true', privacyGuidelines: 'false', signedOut: 'true' };

const formAt = (address: string, preferences: Readonly<Record<string, string>>, languages = ['zh-CN']) => {
  const location = new URL(address, 'https://app.example');
  return formOfVisit({ location, languages, preference: (key) => preferences[key] ?? null });
};

it.each(['/', '/pwdlogin'])('starts a signed-out user at %s with the form', (address) => {
  expect(formAt(address, signedOut)).toEqual({ language: 'zh', hasPassword: false });
});

it.each([
  ['a user whose session may be stored', '/pwdlogin', { ...signedOut, signedOut: '' }],
  ['a user who has not accepted the agreements', '/pwdlogin', { ...signedOut, privacyGuidelines: 'true' }],
  ['another screen', '/reglogin', signedOut],
  ['a view of the sign-in', '/pwdlogin?view=second', signedOut],
  ['the address of a notification', '/?from=notice', signedOut],
])('starts %s without the form', (_, address, preferences) => {
  expect(formAt(address, preferences)).toBeNull();
});

it('shows the stored language before the language of the browser', () => {
  expect(formAt('/', { ...signedOut, language: 'zh' }, ['en-GB'])?.language).toBe('zh');
  expect(formAt('/', signedOut, ['en-GB'])?.language).toBe('en');
});

it('offers a first password only on a device where none was set', () => {
  expect(formAt('/', { ...signedOut, haveResetPwd: 'true' })?.hasPassword).toBe(true);
});

it('has a template for each form', () => {
  expect(new Set(formVariants().map(templateId)).size).toBe(4);
});
