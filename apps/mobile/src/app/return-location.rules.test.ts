import { describe, expect, it } from 'vitest';
import { signedIn, twoTenants } from '../../testing/session/answers.ts';
import { ApiError } from '../platform/api/index.ts';
import { currentTenant, type Session } from '../platform/session/session.store.ts';
import { isOwnLocation, locationToSave, savedLocation } from './return-location.rules.ts';

const error = new ApiError({ kind: 'network', code: 'app.network_error', message: '' });
const here = { to: '/work?view=apply', state: { layers: ['files'] } };
const out = (expired: Extract<Session, { phase: 'signedOut' }>['expired']): Session => ({
  phase: 'signedOut',
  notice: null,
  expired,
});
const inside = (aid: string, index: number | null): Session => ({
  phase: 'signedIn',
  account: { ...signedIn([], 0), aid },
  tenants: twoTenants,
  tenant: index === null ? null : currentTenant(twoTenants[index] ?? twoTenants[0]),
  user: null,
  tabs: [],
  rightsReadable: true,
});

describe('return location', () => {
  it('is saved with its owner and its layers when the session expired', () => {
    const expired = { aid: 'a1', name: 'li', tid: 't1' };
    expect(locationToSave(out(expired), here)).toEqual({ ...here, owner: { aid: 'a1', tid: 't1' } });
  });

  it('is not saved after a deliberate sign-out', () => {
    expect(locationToSave(out(null), here)).toBeNull();
  });

  it('of a pressed notification is saved after a deliberate sign-out too, and while an organisation is chosen', () => {
    const pressed = { to: '/taskagree?flowID=f1&taskID=k1&tid=t1&from=notice', state: null };
    const choosing: Session = { phase: 'choosing', account: signedIn([], 0), tenants: [] };
    for (const session of [out(null), out({ aid: 'a2', name: null, tid: 't2' }), choosing]) {
      const saved = locationToSave(session, pressed);
      expect(saved).toEqual({ ...pressed, owner: null });
      expect(locationToSave(session, { to: '/pwdlogin', state: { from: saved } })).toEqual(saved);
    }
    expect(isOwnLocation({ ...pressed, owner: null }, inside('a1', 0))).toBe(true);
  });

  it('stays saved through a failed start, and gets its owner when the start ends at the sign-in', () => {
    const saved = locationToSave({ phase: 'failed', error, stored: null, choices: null }, here);
    expect(saved).toEqual({ ...here, owner: null });
    const later = locationToSave(out({ aid: 'a1', name: null, tid: null }), {
      to: '/x',
      state: { from: saved },
    });
    expect(later).toEqual({ ...here, owner: { aid: 'a1', tid: null } });
    expect(savedLocation({ from: later })).toEqual(later);
  });

  it.each([
    ['the same person in the same organisation', 'a1', 0, true],
    ['another organisation', 'a1', 1, false],
    ['no organisation', 'a1', null, false],
    ['another person', 'a2', 0, false],
  ] as const)('is reopened by %s: %s %s %s', (_, aid, tenant, own) => {
    expect(isOwnLocation({ ...here, owner: { aid: 'a1', tid: 't1' } }, inside(aid, tenant))).toBe(own);
  });
});
