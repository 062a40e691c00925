import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Office, openOffice } from '../../../testing/office.ts';
import { createProcessingServices } from '../../app/areas/processing.compose.ts';
import { requeueStalledFlows } from './stalled-flows.usecases.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

it('resumes an approved flow that has no processing job, once it is certainly stalled', async () => {
  const { service } = office;
  const flowID = await office.approved('file_decryption', [await office.store('liegen geblieben')]);
  await sql`delete from pgboss.job where name = 'workflow.processing'`.execute(service.db);
  const jobs = async () =>
    (
      await sql<{ flow: string }>`
        select data ->> 'flowID' as flow from pgboss.job where name = 'workflow.processing'`.execute(
        service.db,
      )
    ).rows.map(({ flow }) => flow);
  await requeueStalledFlows(createProcessingServices(service));
  expect(await jobs()).toEqual([]);
  service.time.now += 61_000;
  await requeueStalledFlows(createProcessingServices(service));
  await requeueStalledFlows(createProcessingServices(service));
  // A queued job is not sent again.
  expect(await jobs()).toEqual([flowID]);
  await service.startWork();
  await office.reaches(flowID, 'processed');
  const { downloadID } = await office.ready('lin', flowID);
  expect(Buffer.from(await office.bytesOf('lin', downloadID)).toString()).toBe('liegen geblieben');
});
