import { expect, it } from 'vitest';
import { inheritRestrictions } from './part-restrictions.rules.ts';

const tenant = { id: 't', name: '华辰', key: 'k' };
const bound = { mayCopy: true, mayCapture: true, watermarked: true, print: null };
const print = { tid: 't', documentID: 'd', licenceIssuedAt: 1 };
const free = { ...bound, tenant: null, leaseEnd: null, documentID: null };

it('applies the restrictions of the containing document to a part', () => {
  const holder = {
    tenant,
    leaseEnd: 2000,
    mayCopy: false,
    mayCapture: false,
    watermarked: true,
    print: null,
    documentID: 'd',
  };
  // The part has no licence of its own.
  expect(inheritRestrictions(free, holder)).toEqual({ ...holder, documentID: null });
  expect(inheritRestrictions(free, free)).toEqual(free);
  const own = {
    ...bound,
    tenant: { ...tenant, id: 'other' },
    leaseEnd: 1000,
    watermarked: false,
    documentID: 'own',
  };
  expect(inheritRestrictions(own, holder)).toEqual({
    ...own,
    mayCopy: false,
    mayCapture: false,
    watermarked: true,
  });
  expect(inheritRestrictions({ ...own, leaseEnd: 3000 }, holder).leaseEnd).toBe(2000);
});

it('shows a watermark when the containing document or the sealed part itself requires it', () => {
  const bare = { ...bound, tenant, leaseEnd: null, watermarked: false, documentID: 'd' };
  expect(inheritRestrictions(free, bare).watermarked).toBe(false);
  expect(inheritRestrictions({ ...bare, watermarked: true }, bare).watermarked).toBe(true);
  expect(inheritRestrictions(bare, { ...bare, watermarked: true }).watermarked).toBe(true);
});

it('prints a part under the licence of its document, and a sealed part only if both licences allow it', () => {
  const holder = { ...bound, tenant, leaseEnd: null, documentID: 'd', print };
  const own = { ...holder, documentID: 'own', print: { ...print, documentID: 'own' } };
  expect(inheritRestrictions(free, holder).print).toEqual(print);
  expect(inheritRestrictions(free, { ...holder, print: null }).print).toBeNull();
  expect(inheritRestrictions(own, free).print).toEqual(own.print);
  expect(inheritRestrictions(own, holder).print).toEqual(own.print);
  expect(inheritRestrictions({ ...own, print: null }, holder).print).toBeNull();
  expect(inheritRestrictions(own, { ...holder, print: null }).print).toBeNull();
});
