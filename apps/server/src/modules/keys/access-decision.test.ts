import { OBLIGATIONS } from '@sealflow/tdf/kas';
import { expect, test } from 'vitest';
import { type AccessFacts, decideAccess } from './access-decision.usecases.ts';
import type { AccessClass, DocumentRights } from './document-rights.port.ts';

const now = 1_800_000_000_000;
const { watermark, noDownload, noCapture, lease } = OBLIGATIONS;

const ordinary: AccessClass = {
  level: 1,
  watermark: true,
  noDownload: false,
  noCapture: false,
  leaseSeconds: null,
  excludesBrowsers: false,
};
const rights: DocumentRights = {
  isWithdrawn: false,
  accessClass: ordinary,
  clearance: 1,
  printingMaxLevel: null,
  grant: null,
};
const phone = { kind: 'device', isBrowser: false, fulfillable: Object.values(OBLIGATIONS) } as const;
const browser = { kind: 'device', isBrowser: true, fulfillable: [watermark, lease] } as const;
const other = { kind: 'other', isAllowed: true } as const;
/** Default situation: the owner opens an unclassified document on a phone. */
const facts: AccessFacts = {
  now,
  key: 'opened',
  isPolicyBound: true,
  isOwnNamespace: true,
  owner: 'caller',
  dissem: 'empty',
  rights,
  client: phone,
};

const classed = (changed: Partial<AccessClass>): DocumentRights => ({
  ...rights,
  accessClass: { ...ordinary, ...changed },
});
const notOwner = { owner: 'other' } as const;
const unowned = { owner: 'nobody' } as const;

test.each<[string, Partial<AccessFacts>, readonly string[], number | null]>([
  ['the owner', {}, [watermark], null],
  ['the owner, who is on the dissemination list', { dissem: 'listed' }, [watermark], null],
  ['a listed reader of a document without an owner', { ...unowned, dissem: 'listed' }, [watermark], null],
  [
    'a grant to a listed reader',
    { ...notOwner, dissem: 'listed', rights: { ...rights, grant: { until: null } } },
    [watermark],
    null,
  ],
  [
    'a limited grant to a listed reader, which also limits the licence',
    { ...notOwner, dissem: 'listed', rights: { ...rights, grant: { until: now + 5 } } },
    [watermark, lease],
    now + 5,
  ],
  ['an unlimited grant', { ...notOwner, rights: { ...rights, grant: { until: null } } }, [watermark], null],
  [
    'a limited grant, which also limits the licence',
    { ...notOwner, rights: { ...rights, grant: { until: now + 5 } } },
    [watermark, lease],
    now + 5,
  ],
  [
    'the owner with an expired grant',
    { rights: { ...rights, grant: { until: now - 5 } } },
    [watermark],
    null,
  ],
  ['a class with a lease', { rights: classed({ leaseSeconds: 60 }) }, [watermark, lease], now + 60_000],
  [
    'a grant that ends before the lease',
    { ...notOwner, rights: { ...classed({ leaseSeconds: 60 }), grant: { until: now + 5 } } },
    [watermark, lease],
    now + 5,
  ],
  [
    'every obligation on a device that supports all',
    { rights: classed({ noDownload: true, noCapture: true }) },
    [watermark, noDownload, noCapture],
    null,
  ],
  ['no obligation at all', { rights: classed({ watermark: false }) }, [], null],
  ['a browser', { client: browser }, [watermark], null],
  [
    'a class that excludes browsers, on a phone',
    { rights: classed({ excludesBrowsers: true }) },
    [watermark],
    null,
  ],
  ['a reader with a higher clearance', { rights: { ...rights, clearance: 3 } }, [watermark], null],
  ['another OpenTDF client where it is allowed', { client: other }, [watermark], null],
])('granted: %s', (_, changed, obligations, leaseEnd) => {
  expect(decideAccess({ ...facts, ...changed })).toEqual({
    granted: true,
    obligations,
    permissions: [],
    leaseEnd,
  });
});

test.each<[string, number | null, Partial<AccessClass>, readonly string[]]>([
  ['nothing by default', null, {}, []],
  ['printing up to the level of the tenant', 1, {}, ['print']],
  ['printing below that level', 2, {}, ['print']],
  ['no printing above that level', 0, {}, []],
  ['no printing of what may not be downloaded', 1, { noDownload: true }, []],
  ['no printing of what may not be captured', 1, { noCapture: true }, []],
])('a licence allows %s', (_, printingMaxLevel, changed, permissions) => {
  const { accessClass } = classed(changed);
  const decision = decideAccess({ ...facts, rights: { ...rights, accessClass, printingMaxLevel } });
  expect(decision).toMatchObject({ granted: true, permissions });
});

test.each<[string, Partial<AccessFacts>, string, (readonly string[])?]>([
  ['a key that the tenant does not have', { key: 'unknown' }, 'key_unknown'],
  ['a withdrawn key', { key: 'withdrawn' }, 'key_withdrawn'],
  ['a wrapped key that does not open', { key: 'unfit' }, 'request_invalid'],
  ['a policy that is not bound to the data key', { isPolicyBound: false }, 'policy_binding_mismatch'],
  ['an attribute of a foreign namespace', { isOwnNamespace: false }, 'request_invalid'],
  ['a withdrawn document, its owner too', { rights: { ...rights, isWithdrawn: true } }, 'document_withdrawn'],
  ['a class that the tenant does not have', { rights: { ...rights, accessClass: null } }, 'not_cleared'],
  ['a class above the clearance, its owner too', { rights: { ...rights, clearance: 0 } }, 'not_cleared'],
  ['a document without an owner', unowned, 'no_grant'],
  ['a document of another owner', notOwner, 'no_grant'],
  ['the owner, who is not on the dissemination list', { dissem: 'not_listed' }, 'no_grant'],
  ['a listed reader of another owner’s document', { ...notOwner, dissem: 'listed' }, 'no_grant'],
  ['an unlisted reader of a document without an owner', { ...unowned, dissem: 'not_listed' }, 'no_grant'],
  [
    'a grant to an unlisted reader',
    { ...notOwner, dissem: 'not_listed', rights: { ...rights, grant: { until: null } } },
    'no_grant',
  ],
  ['an expired grant', { ...notOwner, rights: { ...rights, grant: { until: now } } }, 'no_grant'],
  [
    'a browser for a class that excludes browsers',
    { client: browser, rights: classed({ excludesBrowsers: true }) },
    'client_not_allowed',
  ],
  [
    'a browser that cannot block capture',
    { client: browser, rights: classed({ noCapture: true }) },
    'obligation_unfulfilled',
    [noCapture],
  ],
  [
    'a client that supports no obligation',
    { client: { ...phone, fulfillable: [] }, rights: classed({ leaseSeconds: 60 }) },
    'obligation_unfulfilled',
    [watermark, lease],
  ],
  ['another OpenTDF client by default', { client: { ...other, isAllowed: false } }, 'client_not_allowed'],
  [
    'another OpenTDF client with a lease',
    { client: other, rights: classed({ leaseSeconds: 60 }) },
    'client_not_allowed',
  ],
  [
    'another OpenTDF client without download',
    { client: other, rights: classed({ noDownload: true }) },
    'client_not_allowed',
  ],
  [
    'another OpenTDF client where browsers are excluded',
    { client: other, rights: classed({ excludesBrowsers: true }) },
    'client_not_allowed',
  ],
])('refused: %s', (_, changed, reason, obligations = []) => {
  expect(decideAccess({ ...facts, ...changed })).toEqual({ granted: false, reason, obligations });
});

test('a wrong key is reported before anything about the document', () => {
  const everythingWrong = { isPolicyBound: false, isOwnNamespace: false, ...notOwner };
  expect(decideAccess({ ...facts, ...everythingWrong })).toMatchObject({ reason: 'policy_binding_mismatch' });
});

test('a fault of the document is never reported as one of the person, who would lose every licence', () => {
  const ofDocument: readonly Partial<AccessFacts>[] = [
    { key: 'unfit' },
    { isPolicyBound: false },
    { isOwnNamespace: false },
    { rights: { ...rights, isWithdrawn: true } },
  ];
  const ofPerson = ['tenant_access_denied', 'account_inactive', 'device_required', 'device_withdrawn'];
  for (const changed of ofDocument) {
    const decision = decideAccess({ ...facts, ...changed });
    expect(ofPerson).not.toContain(decision.granted ? 'granted' : decision.reason);
  }
});
