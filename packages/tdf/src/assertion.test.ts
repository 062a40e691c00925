import { beforeAll, describe, expect, test } from 'vitest';
import { type Bent, partsOf, rebuilt } from '../tests/archive.ts';
import { everythingOf, type Sealed, sealSample } from '../tests/kit.ts';
import { signAssertion } from './assertion.ts';
import { fromBase64, toBase64Url } from './base64.ts';
import { type Bytes, concat, utf8 } from './bytes.ts';

let good: Sealed & { readonly plain: Bytes };
beforeAll(async () => {
  good = await sealSample(1000);
});

const { subtle } = crypto;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};

/** Signs by each JWS algorithm with a key that no reader knows. */
const foreign: Record<string, () => Promise<(data: Bytes) => Promise<ArrayBuffer>>> = {
  HS256: async () => {
    const key = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return (data) => subtle.sign('HMAC', key, data);
  },
  RS256: async () => {
    const { privateKey } = await subtle.generateKey(RSA, false, ['sign', 'verify']);
    return (data) => subtle.sign(RSA.name, privateKey, data);
  },
  ES256: async () => {
    const { privateKey } = await subtle.generateKey(ECDSA, false, ['sign', 'verify']);
    return (data) => subtle.sign(ECDSA, privateKey, data);
  },
};

interface Labelling {
  readonly id?: string;
  /** Signed claims of the label. */
  readonly value?: unknown;
  /** Changes the label after the signature. */
  readonly change?: (label: Bent) => void;
}

/** A valid file with a label by such a key, in addition to the service's assertion. */
async function labelled(alg: string, labelling: Labelling = {}): Promise<Bytes> {
  const { id = 'label', value = 'SECRET', change = () => {} } = labelling;
  const { payload, manifest } = await partsOf(good.file);
  const { segments } = manifest.encryptionInformation.integrityInformation;
  const listed = concat(segments.map(({ hash }: { hash: string }) => fromBase64(hash)));
  const anyKey = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const statement = { format: 'string', schema: 'label', value };
  const unsigned = { id, type: 'handling', scope: 'payload', appliesToState: 'encrypted', statement };
  const label: Bent = structuredClone(await signAssertion(unsigned, listed, anyKey));
  const [, claims] = label.binding.signature.split('.');
  const signed = `${toBase64Url(utf8(JSON.stringify({ alg })))}.${claims}`;
  const sign = await foreign[alg]?.();
  const signature = (await sign?.(utf8(signed))) ?? new ArrayBuffer(0);
  label.binding.signature = `${signed}.${toBase64Url(new Uint8Array(signature))}`;
  change(label);
  manifest.assertions.push(label);
  return rebuilt(payload, manifest);
}

describe.each(Object.keys(foreign))('an assertion by another key, %s', (alg) => {
  test('opens as not verified, beside our own, which is verified', async () => {
    const { assertions, attested, content } = await everythingOf({ ...good, file: await labelled(alg) });
    expect(assertions).toEqual([
      { id: 'sealflow-document', type: 'other', isVerified: true },
      { id: 'label', type: 'handling', isVerified: false },
    ]);
    expect(attested).toBe(true);
    expect(content).toEqual(good.plain);
  });

  test.each<[string, unknown]>([
    ['itself', { cls: 'SECRET', catl: ['usa'] }],
    ['its canonical text', '{"catl":["usa"],"cls":"SECRET"}'],
  ])('opens with a structured value that was signed as %s, and not with another', async (_, value) => {
    const written = (cls: string) => (label: Bent) => (label.statement.value = { cls, catl: ['usa'] });
    const file = await labelled(alg, { value, change: written('SECRET') });
    expect((await everythingOf({ ...good, file })).assertions.at(-1)).toMatchObject({ isVerified: false });
    const changed = await labelled(alg, { value, change: written('PUBLIC') });
    await expect(everythingOf({ ...good, file: changed })).rejects.toMatchObject({
      code: 'tdf.assertion_mismatch',
    });
  });

  test('opens as not verified if its binding method is unknown', async () => {
    const file = await labelled(alg, {
      change: (label) => {
        label.statement.value = 'PUBLIC';
        label.binding.method = 'other';
      },
    });
    expect((await everythingOf({ ...good, file })).assertions.at(-1)).toMatchObject({ isVerified: false });
  });

  test.each<[string, (label: Bent) => void]>([
    ['statement', (label) => (label.statement.value = 'PUBLIC')],
    [
      'statement, its method in upper case',
      (label) => {
        label.statement.value = 'PUBLIC';
        label.binding.method = 'JWS';
      },
    ],
    ['id', (label) => (label.id = 'another')],
    ['scope', (label) => (label.scope = 'tdo')],
    ['claims', (label) => (label.binding.signature = label.binding.signature.replace('.', '.A'))],
    ['signature of four parts', (label) => (label.binding.signature += '.A')],
  ])('rejects the file if its %s is changed', async (_, change) => {
    const opening = everythingOf({ ...good, file: await labelled(alg, { change }) });
    await expect(opening).rejects.toMatchObject({ code: 'tdf.assertion_mismatch' });
  });

  test('rejects the file if it belongs to another document', async () => {
    const other = await sealSample(1000);
    const { manifest } = await partsOf(await labelled(alg));
    const { payload, manifest: theirs } = await partsOf(other.file);
    theirs.assertions.push(manifest.assertions[1]);
    const opening = everythingOf({ ...other, file: rebuilt(payload, theirs) });
    await expect(opening).rejects.toMatchObject({ code: 'tdf.assertion_mismatch' });
  });

  test('never replaces an assertion that the policy requires', async () => {
    const { payload, manifest } = await partsOf(await labelled(alg, { id: 'sealflow-document' }));
    manifest.assertions.shift();
    const opening = everythingOf({ ...good, file: rebuilt(payload, manifest) });
    await expect(opening).rejects.toMatchObject({ code: 'tdf.assertion_mismatch' });
  });
});
