import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password } from '../../../../testing/accounts.ts';
import { openTestGateways, type TestGateways } from '../../../../testing/gateways.ts';
import { whileLocked } from '../../../../testing/lock.ts';
import { inTransaction } from '../../../infra/database/index.ts';
import { changeMember } from '../../tenants/administer-members.usecases.ts';
import { sendInvitation, withdrawInvitation } from '../../tenants/invitations.usecases.ts';
import { addMember } from '../../tenants/tenants.usecases.ts';
import { createAccount } from '../accounts.usecases.ts';

let gateways: TestGateways;

beforeAll(async () => {
  gateways = await openTestGateways();
});
afterAll(() => gateways.close());

/** Creates an account together with a membership, as a tenant does. */
async function createdMember(aid: string, mobileNo: string) {
  const { service } = gateways;
  const { db } = service.accounts;
  const where = { tid: 't-one', fid: `f-${aid}` };
  await createAccount(db, { aid, username: aid, password, mobileNo });
  await addMember(db, { ...where, aid, name: '新', roles: ['users'], state: 'invited' });
  await inTransaction(db, (transaction) =>
    sendInvitation(transaction, {
      ...where,
      invitee: { username: aid, mobileNo: `+86${mobileNo}`, email: null },
      createdAid: aid,
      at: new Date(service.time.now),
    }),
  );
  return where;
}

const memberOf = (fid: string) =>
  gateways.service.accounts.db
    .selectFrom('invitations as i')
    .innerJoin('memberships as m', (join) => join.onRef('m.tid', '=', 'i.tid').onRef('m.fid', '=', 'i.fid'))
    .select(['m.state', 'i.outcome'])
    .where('m.fid', '=', fid)
    .execute();

describe('first sign-in to a membership that is withdrawn at the same time', () => {
  it('does not activate the membership and does not block the administrator', async () => {
    const { service } = gateways;
    const { db } = service.accounts;
    const [aid, mobileNo] = ['created', '13844440001'];
    const where = await createdMember(aid, mobileNo);
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'login');
    const response = await whileLocked(db, {
      hold: async (transaction) => {
        await changeMember(transaction, 'unlimited', { ...where, change: { state: 'ended' } });
        await withdrawInvitation(transaction, where);
      },
      call: () => service.ask(null, 'POST /api/v1/auth/token', { mobileNo, ...codeWithTicket }),
      // Locks in the order of an administrator who ends the management: first the tenant, then the account.
      finish: (transaction) =>
        transaction.updateTable('accounts').set({ managed_by: null }).where('aid', '=', aid).execute(),
    });
    expect([response.statusCode, response.json().tenants]).toEqual([200, []]);
    expect(await memberOf(where.fid)).toEqual([{ state: 'ended', outcome: 'withdrawn' }]);
  });

  it.each(['invitation', 'membership'] as const)(
    'does not activate the membership if only the %s is locked',
    async (ended) => {
      const { service } = gateways;
      const { db } = service.accounts;
      const [aid, mobileNo] = [`ended-${ended}`, ended === 'invitation' ? '13844440002' : '13844440003'];
      const { fid } = await createdMember(aid, mobileNo);
      const codeWithTicket = await gateways.codeBySms(mobileNo, 'login');
      const response = await whileLocked(db, {
        hold: (transaction) =>
          ended === 'invitation'
            ? transaction
                .updateTable('invitations')
                .set({ outcome: 'withdrawn' })
                .where('fid', '=', fid)
                .execute()
            : transaction.updateTable('memberships').set({ state: 'ended' }).where('fid', '=', fid).execute(),
        call: () => service.ask(null, 'POST /api/v1/auth/token', { mobileNo, ...codeWithTicket }),
      });
      expect([response.statusCode, response.json().tenants]).toEqual([200, []]);
      const [member] = await memberOf(fid);
      expect(member?.state).toBe(ended === 'invitation' ? 'invited' : 'ended');
    },
  );
});
