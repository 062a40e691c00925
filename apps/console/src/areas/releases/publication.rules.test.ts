import { describe, expect, it } from 'vitest';
import { emptyDraft, faultsOf, publicationOf } from './publication.rules.ts';

const file = new File(['x'], 'app.apk');

describe('a version to publish', () => {
  it('is an app file of Android', () => {
    const draft = { ...emptyDraft, version: ' 1.4.0 ', file, notes: 'New' };
    expect(publicationOf(draft)).toEqual({ source: 'file', file, version: '1.4.0', notes: 'New' });
  });

  it('is the page of a store', () => {
    const draft = { ...emptyDraft, source: 'store', platform: 'ios', version: '1.4.0' } as const;
    expect(publicationOf({ ...draft, url: 'https://apps.example/app' })).toEqual({
      source: 'store',
      platform: 'ios',
      url: 'https://apps.example/app',
      version: '1.4.0',
      notes: '',
    });
    expect([...faultsOf({ ...draft, url: 'http://apps.example/app' })]).toEqual(['url']);
  });

  it('is a bundle with a signature, which may be wrapped into lines', () => {
    const draft = {
      ...emptyDraft,
      source: 'bundle',
      platform: 'web',
      version: '1.4.0',
      minAppVer: '1.0.0',
      file,
      signature: 'AAAA\nBBBB\n',
    } as const;
    expect(publicationOf(draft)).toMatchObject({ bundle: { signature: 'AAAABBBB', minAppVer: '1.0.0' } });
    expect([...faultsOf({ ...draft, signature: 'not base64', minAppVer: '1' })]).toEqual([
      'minAppVer',
      'signature',
    ]);
  });

  it.each(['', '1', '1.2', '1.2.3.4.5', 'v1.2.3'])('has no version %o', (version) => {
    expect(publicationOf({ ...emptyDraft, version, file })).toBeNull();
  });

  it('has a file', () => {
    expect([...faultsOf({ ...emptyDraft, version: '1.4.0' })]).toEqual(['file']);
  });
});
