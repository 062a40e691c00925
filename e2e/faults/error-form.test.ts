import { expect, test } from 'vitest';
import { faultOfError } from './error-form.ts';

const type = 'application/json; charset=utf-8';
const unavailable = JSON.stringify({ code: 'app.unavailable', message: 'service unavailable', params: {} });

test('an error that follows the contract is accepted', () => {
  expect(faultOfError({ status: 503, type, text: unavailable })).toBeUndefined();
});

test.each([
  ['a page', { status: 503, type: 'text/html', text: '<h1>503</h1>' }],
  ['no JSON', { status: 503, type, text: 'oops' }],
  ['a list', { status: 503, type, text: 'null' }],
  ['no code', { status: 503, type, text: '{"message":"x"}' }],
  ['a code of nobody', { status: 500, type, text: '{"code":"app.oops","message":"x"}' }],
  ['another status', { status: 500, type, text: unavailable }],
  [
    'a trace',
    { status: 503, type, text: unavailable.replace('service unavailable', 'Error\\n    at x.ts:1') },
  ],
])('%s is rejected', (_name, answer) => {
  expect(faultOfError(answer)).toBeTypeOf('string');
});
