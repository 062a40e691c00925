import { beforeEach, expect, test, vi } from 'vitest';

// The files of a worker share their modules, and most of them register the whole catalogue.
beforeEach(() => void vi.resetModules());

test('knows the errors of the sign-in without the rest of the catalogue', async () => {
  const { matchError, registeredError } = await import('./registry.ts');
  expect(matchError('login', 'incorrect Username or Password').code).toBe(
    'login.incorrect_username_or_password',
  );
  expect(matchError('vcode', 'account not found').code).toBe('vcode.account_not_found');
  expect(matchError('login', 'error checking file').code).toBe('file.error_checking_file');
  expect(registeredError('app.network_error')).toMatchObject({ color: 'error' });
});

test('shows an error of a signed-in screen as unknown until the whole catalogue is registered', async () => {
  const { errorText, isErrorCode, matchError } = await import('./registry.ts');
  const unknown = errorText('app.unknown_error', 'cn');
  expect(isErrorCode('work.flow_not_found')).toBe(false);
  expect(errorText('work.flow_not_found', 'cn')).toBe(unknown);
  expect(matchError('work', 'flow not found').code).not.toBe('work.flow_not_found');
  await import('../errors.ts');
  expect(isErrorCode('work.flow_not_found')).toBe(true);
  expect(errorText('work.flow_not_found', 'cn')).not.toBe(unknown);
  expect(matchError('work', 'flow not found').code).toBe('work.flow_not_found');
});
