import { expect, it, vi } from 'vitest';
import { startDevice, tenant } from '../../../testing/platform/service.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { licencesOf } from './licences.repository.ts';
import { deleteWithdrawnLicences, watchWithdrawal } from './withdrawals.usecases.ts';

const licence = {
  version: 1,
  keys: [],
  sessionPublicKey: '',
  terms: '',
  obligations: [],
  issuedAt: 1,
  leaseEnd: null,
} as const;

const named = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const other = named(999_997);

it('deletes withdrawn licences, in requests of up to a hundred ids per organisation', async () => {
  const requests: { path: string; count: number }[] = [];
  const device = await startDevice(() => {
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const { documentIDs } = JSON.parse(init?.body as string) as { documentIDs: string[] };
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      requests.push({ path: pathname, count: documentIDs.length });
      return Response.json({ data: { documentIDs: documentIDs.filter((one) => one.endsWith('7')) } });
    });
  });
  const licences = licencesOf(await localDatabase(device.platform), 'a1');
  for (let index = 0; index < 120; index += 1)
    await licences.upsert({ ...licence, documentId: named(index) }, 't1');
  await licences.upsert({ ...licence, documentId: other }, 't2');
  await deleteWithdrawnLicences(device.context);
  expect(requests).toEqual(
    [100, 20].map((count) => ({
      path: '/api/v1/tenants/t1/user-documents/actions/find-withdrawn',
      count,
    })),
  );
  expect(await licences.find(named(7))).toBeNull();
  expect(await licences.find(named(117))).toBeNull();
  expect(await licences.find(named(8))).not.toBeNull();
  // The service gets no request for an organisation that the user has left.
  expect(await licences.find(other)).not.toBeNull();
});

it('continues with other organisations when one refuses, and rejects with its error', async () => {
  const tenants = [tenant, { ...tenant, id: 't2' }];
  const device = await startDevice(
    () => {
      vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        if (pathname.includes('/t1/')) return Response.json({}, { status: 403 });
        const { documentIDs } = JSON.parse(init?.body as string) as { documentIDs: string[] };
        return Response.json({ data: { documentIDs } });
      });
    },
    { tenants },
  );
  const licences = licencesOf(await localDatabase(device.platform), 'a1');
  await licences.upsert({ ...licence, documentId: named(1) }, 't1');
  await licences.upsert({ ...licence, documentId: named(2) }, 't2');
  await expect(deleteWithdrawnLicences(device.context)).rejects.toBeInstanceOf(Error);
  expect(await licences.find(named(1))).not.toBeNull();
  expect(await licences.find(named(2))).toBeNull();
});

it('closes shown documents that are withdrawn, also without a stored licence', async () => {
  const requests: string[][] = [];
  const device = await startDevice(() => {
    vi.stubGlobal('fetch', async (_input: RequestInfo | URL, init?: RequestInit) => {
      const { documentIDs } = JSON.parse(init?.body as string) as { documentIDs: string[] };
      requests.push(documentIDs);
      return Response.json({ data: { documentIDs: documentIDs.filter((one) => !one.endsWith('3')) } });
    });
  });
  const licences = licencesOf(await localDatabase(device.platform), 'a1');
  await licences.upsert({ ...licence, documentId: named(1) }, 't1');
  const closed: string[] = [];
  const watch = (tid: string, documentID: string) =>
    watchWithdrawal({ tid, documentID, onWithdrawn: () => closed.push(documentID) });
  // Another tab has deleted the licence of the second one. The last one is of an organisation that the user has left.
  const ends = [watch('t1', named(1)), watch('t1', named(2)), watch('t1', named(3)), watch('t2', named(4))];
  await deleteWithdrawnLicences(device.context);
  expect(requests).toEqual([[named(1)], [named(2), named(3)]]);
  expect(closed).toEqual([named(1), named(2)]);
  for (const end of ends) end();
  await deleteWithdrawnLicences(device.context);
  expect(requests).toHaveLength(2);
});
