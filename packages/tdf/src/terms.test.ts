import { describe, expect, test } from 'vitest';
import type { RefusalReason } from './error.ts';
import { decodeAdditionalContext, encodeAdditionalContext, fqnsOf, OBLIGATIONS } from './kas/obligations.ts';
import {
  grantMetadata,
  isRefusalReason,
  PERMISSIONS,
  parseTerms,
  refusalError,
  refusalIn,
  refusalMetadata,
  termsIn,
  termsText,
} from './kas/terms.ts';

const terms = {
  documentId: 'd1',
  obligations: [OBLIGATIONS.watermark],
  permissions: [],
  issuedAt: 5,
  leaseEnd: null,
};
const invalid = expect.objectContaining({ code: 'kas.answer_invalid' });

describe('the terms of a licence', () => {
  test.each([
    terms,
    { ...terms, leaseEnd: 9 },
    { ...terms, obligations: [] },
    { ...terms, permissions: [PERMISSIONS.print] },
  ])('%j survive writing and reading', (each) => {
    expect(parseTerms(termsText(each))).toEqual(each);
  });

  test('allow nothing beyond reading if they are of an older service', () => {
    const older = JSON.stringify({ ...terms, permissions: undefined });
    expect(parseTerms(older).permissions).toEqual([]);
    expect(parseTerms(JSON.stringify({ ...terms, permissions: [7, 'print'] })).permissions).toEqual([
      'print',
    ]);
  });

  test('name each obligation once, in lower case', () => {
    const written = termsText({
      ...terms,
      obligations: ['HTTPS://A/obl/b/value/c', 'https://a/obl/b/value/C'],
    });
    expect(JSON.parse(written)).toMatchObject({ obligations: ['https://a/obl/b/value/c'] });
    expect(parseTerms(JSON.stringify({ ...terms, obligations: ['A', 7, 'a'] })).obligations).toEqual(['a']);
  });

  test.each([
    ['', ''],
    ['null', 'null'],
    ['a text', '"x"'],
    ['a document id that is no text', JSON.stringify({ ...terms, documentId: 7 })],
    ['obligations that are no list', JSON.stringify({ ...terms, obligations: 'x' })],
    ['permissions that are no list', JSON.stringify({ ...terms, permissions: 'print' })],
    ['a time that is no whole number', JSON.stringify({ ...terms, issuedAt: 1.5 })],
    ['no time', JSON.stringify({ ...terms, issuedAt: undefined })],
    ['an end that is a text', JSON.stringify({ ...terms, leaseEnd: '9' })],
    ['no word of an end', JSON.stringify({ ...terms, leaseEnd: undefined })],
  ])('are not read from %s', (_, text) => {
    expect(() => parseTerms(text)).toThrow(invalid);
  });

  test('are read from a string only, not from a list that contains one', () => {
    expect(() => parseTerms([termsText(terms)] as unknown as string)).toThrow(invalid);
  });

  test('accompany a permitted result, beside the obligations that public SDKs read', () => {
    const metadata = grantMetadata(termsText(terms));
    expect(metadata).toEqual({
      'X-Required-Obligations': terms.obligations,
      'X-Sealflow-Terms': termsText(terms),
    });
    expect(termsIn(metadata)).toBe(termsText(terms));
    expect([termsIn({}), termsIn(undefined), termsIn({ 'X-Sealflow-Terms': 7 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a denial', () => {
  const reasons: Record<RefusalReason, string> = {
    signed_out: 'Unauthenticated',
    request_invalid: 'InvalidArgument',
    policy_binding_mismatch: 'InvalidArgument',
    tenant_access_denied: 'PermissionDenied',
    account_inactive: 'PermissionDenied',
    device_required: 'PermissionDenied',
    device_withdrawn: 'PermissionDenied',
    request_expired: 'PermissionDenied',
    request_replayed: 'PermissionDenied',
    key_unknown: 'PermissionDenied',
    key_withdrawn: 'PermissionDenied',
    document_withdrawn: 'PermissionDenied',
    not_cleared: 'PermissionDenied',
    no_grant: 'PermissionDenied',
    obligation_unfulfilled: 'PermissionDenied',
    client_not_allowed: 'PermissionDenied',
    unknown: 'PermissionDenied',
  };

  test.each(Object.entries(reasons) as [RefusalReason, string][])(
    'for %s keeps its reason, and is %s for public SDKs',
    (reason, connectCode) => {
      expect(refusalIn(refusalMetadata(reason))).toBe(reason);
      expect(refusalError(reason)).toBe(`${connectCode}: ${reason}`);
    },
  );

  test('names the obligations that the client lacks', () => {
    expect(refusalMetadata('obligation_unfulfilled', ['a'])).toEqual({
      'X-Required-Obligations': ['a'],
      'X-Sealflow-Refusal': 'obligation_unfulfilled',
    });
    expect(refusalMetadata('no_grant')['X-Required-Obligations']).toEqual([]);
  });

  test('by a service of another vendor has no reason', () => {
    for (const metadata of [undefined, {}, { 'X-Sealflow-Refusal': 'other' }, { 'X-Sealflow-Refusal': 7 }])
      expect(refusalIn(metadata)).toBe('unknown');
    expect([isRefusalReason('toString'), isRefusalReason(7)]).toEqual([false, false]);
  });
});

describe('the obligations of a client', () => {
  test('are read back in lower case', () => {
    const header = encodeAdditionalContext([OBLIGATIONS.lease.toUpperCase(), OBLIGATIONS.noCapture]);
    expect(decodeAdditionalContext(header)).toEqual([OBLIGATIONS.lease, OBLIGATIONS.noCapture]);
  });

  test.each([undefined, '', '*', btoa('x'), btoa('null'), btoa('{}'), btoa('{"obligations":{}}')])(
    'are empty if the header is %j',
    (header) => {
      expect(decodeAdditionalContext(header)).toEqual([]);
    },
  );

  test('are a list of strings', () => {
    expect([fqnsOf('a'), fqnsOf(['a', 7, 'A', 'b'])]).toEqual([[], ['a', 'b']]);
  });
});
