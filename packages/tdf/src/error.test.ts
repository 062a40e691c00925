import { expect, test } from 'vitest';
import { TdfError } from './error.ts';
import { openName } from './metadata.ts';

test('an error contains its code, name, cause and required obligations', () => {
  const cause = new TypeError('below');
  const error = new TdfError('kas.unreachable', 'no answer', { cause, obligations: ['a'] });
  expect(error).toMatchObject({ name: 'TdfError', code: 'kas.unreachable', message: 'no answer', cause });
  expect(error.obligations).toEqual(['a']);
  const bare = new TdfError('kas.unreachable', 'no answer');
  expect([bare.obligations, 'cause' in bare]).toEqual([[], false]);
});

test('metadata in an unknown form yields no name and no error', async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  for (const text of [undefined, '', '*', btoa('x'), btoa('null'), btoa('{}'), btoa('{"ciphertext":7}')])
    expect(await openName(text, key)).toBeNull();
});
