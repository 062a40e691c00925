import { expect, it } from 'vitest';
import { isGuessable, isLockDue, isPin } from './pin.rules.ts';

it.each([
  ['111111', true],
  ['123456', true],
  ['987654', true],
  ['135791', false],
  ['112233', false],
  ['246802', false],
])('%s is guessable: %s', (pin, guessable) => {
  expect(isGuessable(pin)).toBe(guessable);
});

it.each([
  ['123456', true],
  ['12345', false],
  ['1234567', false],
  ['12345a', false],
  ['１２３４５６', false],
])('%s is a PIN: %s', (text, is) => {
  expect(isPin(text)).toBe(is);
});

it.each([
  ['at once', { hiddenAt: 100, now: 100, elapsedMs: 0, delayMs: 0 }, true],
  ['within the minute', { hiddenAt: 100, now: 60_099, elapsedMs: 59_999, delayMs: 60_000 }, false],
  ['after it', { hiddenAt: 100, now: 60_100, elapsedMs: 0, delayMs: 60_000 }, true],
  ['with the clock set back', { hiddenAt: 100, now: 50, elapsedMs: 0, delayMs: 60_000 }, true],
  [
    'with the clock set back to a moment after hiding',
    { hiddenAt: 100, now: 200, elapsedMs: 90_000, delayMs: 60_000 },
    true,
  ],
])('locks %s: %#', (_, situation, due) => {
  expect(isLockDue(situation)).toBe(due);
});
