import { expect, test } from 'vitest';
import { faultOfError } from './error-form.ts';

const type = 'application/json; charset=utf-8';
const unavailable = JSON.stringify({ code: 'app.unavailable', message: 'service unavailable', params: {} });

test('an error that follows the contract is accepted', () => {
  expect(faultOfError({ status: 503, type, text: unavailable })).toBeUndefined();
});

test.each([
  ['an HTML page', { status: 503, type: 'text/html', text: '<h1>503</h1>' }],
  ['invalid JSON', { status: 503, type, text: 'oops' }],
  ['null', { status: 503, type, text: 'null' }],
  ['a missing code', { status: 503, type, text: '{"message":"x"}' }],
  ['an unknown code', { status: 500, type, text: '{"code":"app.oops","message":"x"}' }],
  ['a status that does not fit the code', { status: 500, type, text: unavailable }],
  [
    'a stack trace',
    { status: 503, type, text: unavailable.replace('service unavailable', 'Error\\n    at x.ts:1') },
  ],
])('%s is rejected', (_name, response) => {
  expect(faultOfError(response)).toBeTypeOf('string');
});
