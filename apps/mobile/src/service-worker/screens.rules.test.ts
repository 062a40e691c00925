import { expect, it } from 'vitest';
import { nonScreenPatterns } from './screens.rules.ts';

const isScreen = (address: string) => !nonScreenPatterns.some((pattern) => pattern.test(address));

it.each([
  '/',
  '/work',
  '/networkerror?err=app.offline',
  '/pwdlogin?name=li@example.com',
  '/flowinfo16?id=1&from=a.b',
])('%s is a screen that is available offline', (address) => expect(isScreen(address)).toBe(true));

it.each([
  '/api',
  '/api/v1/users',
  '/otdf?x=1',
  '/kas/v2/kas_public_key',
  '/healthz',
  '/licences.json',
  '/viewer-frame-word.html?a=1',
  '/sw.js',
])('%s belongs to the service', (address) => expect(isScreen(address)).toBe(false));
