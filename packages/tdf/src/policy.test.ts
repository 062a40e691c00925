import { describe, expect, test } from 'vitest';
import { toBase64 } from './base64.ts';
import { utf8 } from './bytes.ts';
import { attributeFqn, encodePolicy, parsePolicy } from './policy.ts';

const uuid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const input = { uuid, namespace: 'kas.example', owner: 'u 7', org: 'o1', classification: null };
const textOfJson = (value: unknown) => toBase64(utf8(JSON.stringify(value)));
const withAttributes = (...attributes: readonly unknown[]) =>
  textOfJson({ uuid, body: { dataAttributes: attributes.map((attribute) => ({ attribute })) } });

describe('a policy', () => {
  test('is read as it was written', () => {
    const policy = parsePolicy(encodePolicy({ ...input, dissem: ['a@b.cn'] }, ['x1']), 'kas.example');
    expect(policy).toEqual({
      uuid,
      owner: 'u 7',
      org: 'o1',
      classification: null,
      attributes: ['https://kas.example/attr/owner/value/u%207', 'https://kas.example/attr/org/value/o1'],
      dissem: ['a@b.cn'],
      assertions: ['x1'],
    });
  });

  test('with its uuid alone yields no attributes', () => {
    for (const value of [{ uuid }, { uuid, body: null }, { uuid, body: { dataAttributes: 'x', dissem: 7 } }])
      expect(parsePolicy(textOfJson(value))).toEqual({
        uuid,
        owner: null,
        org: null,
        classification: null,
        attributes: [],
        dissem: [],
        assertions: [],
      });
  });

  test('has its uuid in lower case', () => {
    expect(parsePolicy(textOfJson({ uuid: uuid.toUpperCase() })).uuid).toBe(uuid);
  });

  test('leaves out values that are not strings', () => {
    const body = {
      dataAttributes: [null, 7, {}, { attribute: 7 }, { attribute: 'x' }],
      dissem: ['a', 7, null],
    };
    const policy = parsePolicy(textOfJson({ uuid, body, requiredAssertions: ['b', {}] }));
    expect([policy.attributes, policy.dissem, policy.assertions]).toEqual([['x'], ['a'], ['b']]);
  });

  test.each([
    ['no base64', '*'],
    ['no JSON', toBase64(utf8('x'))],
    ['null', textOfJson(null)],
    ['without a uuid', textOfJson({})],
    ['with an empty uuid', textOfJson({ uuid: '' })],
    ['with a number for a uuid', textOfJson({ uuid: 7 })],
  ])('is rejected if it is %s', (_, text) => {
    expect(() => parsePolicy(text)).toThrow(expect.objectContaining({ code: 'tdf.manifest_invalid' }));
  });
});

describe('an attribute value', () => {
  test('has an address in its namespace, with the id percent-encoded', () => {
    const fqn = 'https://kas.example/attr/classification/value/a%2Fb';
    expect(attributeFqn('kas.example', 'classification', 'a/b')).toBe(fqn);
    expect(attributeFqn('https://kas.example', 'classification', 'a/b')).toBe(fqn);
    expect(attributeFqn('https://kas.example//', 'classification', 'a/b')).toBe(fqn);
    expect(attributeFqn('http://kas.example/', 'owner', 'x')).toBe('http://kas.example/attr/owner/value/x');
  });

  test('of another namespace is not ours, whatever its case', () => {
    const text = withAttributes(
      'https://other.example/attr/owner/value/theirs',
      'https://KAS.example/attr/OWNER/value/ours',
    );
    expect(parsePolicy(text, 'kas.example').owner).toBe('ours');
    expect(parsePolicy(text, 'https://Kas.Example/').owner).toBe('ours');
    expect(parsePolicy(text).owner).toBe('theirs');
    expect(parsePolicy(text, 'third.example').owner).toBeNull();
  });

  test.each([
    'https://kas.example/attr/owner/value/',
    'https://kas.example/attr/owner/value/a/b',
    'https://kas.example/attr/owner/value/a?b',
    'https://kas.example/attr/owner/value/a#b',
    'https://kas.example?x/attr/owner/value/a',
    'xhttps://kas.example/attr/owner/value/a',
    'ftp://kas.example/attr/owner/value/a',
    'https:///attr/owner/value',
    'https://kas.example/attr/owners/value/a',
  ])('is not %s', (attribute) => {
    expect(parsePolicy(withAttributes(attribute)).owner).toBeNull();
  });

  test('with a lone percent sign is its own id', () => {
    expect(parsePolicy(withAttributes('https://kas.example/attr/org/value/100%')).org).toBe('100%');
  });
});
