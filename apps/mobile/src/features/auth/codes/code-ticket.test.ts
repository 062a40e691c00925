import { beforeEach, expect, it } from 'vitest';
import { createMemoryPlatform } from '../../../platform/adapters/memory/index.ts';
import { codeWithTicket, storeCodeTicket } from './code-ticket.store.ts';

const now = 1_800_000_000_000;
const until = now + 600_000;
const to = { mobileNo: '+8613812345678' };
const { preferences } = createMemoryPlatform();

beforeEach(() => preferences.remove('codeTickets'));

it('sends a code with the ticket of the request for the same contact and purpose', async () => {
  await storeCodeTicket(preferences, { purpose: 'login', to, ticket: 'one', until, now });
  await storeCodeTicket(preferences, { purpose: 'reset', to, ticket: 'two', until, now });
  expect(await codeWithTicket(preferences, { purpose: 'login', to, code: ' 123456 ' })).toEqual({
    code: '123456',
    ticket: 'one',
  });
  expect(await codeWithTicket(preferences, { purpose: 'reset', to, code: '123456' })).toEqual({
    code: '123456',
    ticket: 'two',
  });
  const other = { email: 'li@example.com' };
  expect(await codeWithTicket(preferences, { purpose: 'login', to: other, code: '1' })).toEqual({
    code: '1',
  });
});

it('uses the ticket of the latest request and deletes expired tickets', async () => {
  await storeCodeTicket(preferences, { purpose: 'login', to, ticket: 'one', until, now });
  await storeCodeTicket(preferences, { purpose: 'login', to, ticket: 'two', until, now });
  expect(await codeWithTicket(preferences, { purpose: 'login', to, code: '1' })).toMatchObject({
    ticket: 'two',
  });
  const other = { email: 'li@example.com' };
  await storeCodeTicket(preferences, {
    purpose: 'login',
    to: other,
    ticket: 'three',
    until: until + 1,
    now: until,
  });
  expect(await preferences.get('codeTickets')).not.toContain('two');
});

it('keeps one ticket per channel for a pending sign-in', async () => {
  const challenge = `body.${'s'.repeat(43)}`;
  const sms = { channel: 'sms', masked: '138****5678', challenge } as const;
  const email = { channel: 'email', masked: 'l***@example.com', challenge } as const;
  await storeCodeTicket(preferences, { purpose: 'login', to: sms, ticket: 'one', until, now });
  expect(await codeWithTicket(preferences, { purpose: 'login', to: sms, code: '1' })).toMatchObject({
    ticket: 'one',
  });
  expect(await codeWithTicket(preferences, { purpose: 'login', to: email, code: '1' })).toEqual({
    code: '1',
  });
});

it('ignores stored tickets that are unreadable', async () => {
  await preferences.set('codeTickets', '{"login');
  expect(await codeWithTicket(preferences, { purpose: 'login', to, code: '1' })).toEqual({ code: '1' });
});
