import { expect, it } from 'vitest';
import { inherited } from './part-holder.rules.ts';

const tenant = { id: 't', name: '华辰', key: 'k' };
const free = { tenant: null, leaseEnd: null, mayCopy: true };

it('binds and protects a part as what holds it', () => {
  const holder = { tenant, leaseEnd: 2000, mayCopy: false };
  expect(inherited(free, holder)).toEqual(holder);
  expect(inherited(free, free)).toEqual(free);
  const own = { tenant: { ...tenant, id: 'other' }, leaseEnd: 1000, mayCopy: true };
  expect(inherited(own, holder)).toEqual({ ...own, mayCopy: false });
  expect(inherited({ ...own, leaseEnd: 3000 }, holder).leaseEnd).toBe(2000);
});
