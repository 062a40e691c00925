import { expect, it } from 'vitest';
import { currentTenant } from './session.store.ts';

it('is stored under the names of the specification', () => {
  const membership = {
    id: 't1',
    name: '华辰',
    logo: 'https://files.example/logo.png',
    serviceAPI: 'https://own.example',
    serviceVersion: 'eds-pro_16.2',
    mobileAppLicense: { entKey: { key: 'key-1' } },
    user: { fid: 'f1' },
  };
  expect(currentTenant(membership)).toEqual({
    tid: 't1',
    tname: '华辰',
    tlogo: 'https://files.example/logo.png',
    tserviceAPI: 'https://own.example',
    tserviceVersion: 'eds-pro_16.2',
    fid: 'f1',
    key: 'key-1',
  });
});
