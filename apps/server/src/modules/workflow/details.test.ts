import type { ApplicationType, FlowDetails } from '@sealflow/domain/workflow';
import { beforeAll, describe, expect, test } from 'vitest';
import { useWorld } from '../../../testing/world.ts';
import { createClassification } from '../documents/classifications.usecases.ts';
import { resolveDetails } from './details.usecases.ts';

const world = useWorld();
beforeAll(async () => {
  const { db } = world.services;
  await createClassification(db, { tid: 'one', id: 'internal', name: '内部', level: 1, isDefault: true });
  await createClassification(db, { tid: 'one', id: 'secret', name: '秘密', level: 2 });
  await createClassification(db, { tid: 'two', id: 'foreign', name: '外', level: 1 });
  await db.updateTable('accounts').set({ email: null }).where('aid', '=', 'a-cat').execute();
  await db.updateTable('memberships').set({ state: 'ended' }).where('fid', '=', 'dan').execute();
});

const at = Date.UTC(2026, 10, 20);
const month = 30 * 86_400_000;

function resolve(type: ApplicationType, input: FlowDetails = {}, name = 'lin'): Promise<FlowDetails> {
  return resolveDetails(world.services.db, { tid: 'one', fid: name, aid: `a-${name}`, at }, { type, input });
}

test.each<[ApplicationType, FlowDetails]>([
  ['file_decryption', {}],
  ['trusted_mail_send', { to: ['lin@example.test'] }],
  ['trusted_mailbox_application', { email: 'lin@example.test' }],
  ['file_to_classification', { classificationID: 'internal' }],
  ['file_to_transparent', {}],
  ['file_authorization', { fids: ['lin'], until: at + month }],
  ['file_out', {}],
  ['gateway_trusted_mail_send', { to: ['lin@example.test'] }],
  ['mail_out', { to: ['lin@example.test'] }],
  ['file_watermark_removal', {}],
  ['file_marking', { watermark: true }],
])('%s defaults to the details %j', async (type, details) => {
  expect(await resolve(type)).toEqual(details);
});

test.each<[ApplicationType, FlowDetails, FlowDetails]>([
  [
    'mail_out',
    { to: ['a@x.example', 'a@x.example'], subject: '合同' },
    { to: ['a@x.example'], subject: '合同' },
  ],
  ['file_to_classification', { classificationID: 'secret' }, { classificationID: 'secret' }],
  ['file_authorization', { fids: ['ann', 'ann'], until: null }, { fids: ['ann'], until: null }],
  ['file_marking', { noDownload: true }, { noDownload: true }],
])('%s keeps the given details %j', async (type, given, details) => {
  expect(await resolve(type, given)).toEqual(details);
});

describe('rejected details', () => {
  test.each<[ApplicationType, FlowDetails, string]>([
    ['file_to_classification', { classificationID: 'foreign' }, 'key.classification_not_found'],
    ['file_authorization', { fids: ['ann', 'dan'] }, 'work.approvers_invalid'],
    ['file_authorization', { fids: ['nobody'] }, 'work.approvers_invalid'],
    ['file_authorization', { until: at }, 'app.invalid_request'],
  ])('%s with %j: %s', async (type, given, code) => {
    await expect(resolve(type, given)).rejects.toMatchObject({ code });
  });

  test('the own address as the default if the applicant has none', async () => {
    for (const type of ['mail_out', 'trusted_mailbox_application'] as const)
      await expect(resolve(type, {}, 'cat')).rejects.toMatchObject({ code: 'work.no_email' });
    expect(await resolve('mail_out', { to: ['a@x.example'] }, 'cat')).toEqual({ to: ['a@x.example'] });
  });
});

describe('over HTTP', () => {
  const apply = (details: object | undefined, type = 'trusted_mailbox_application') =>
    world.app.inject({
      method: 'POST',
      url: '/api/v1/tenants/one/user-flows',
      payload: { type, title: '申请', description: '', files: [], ...(details ? { details } : {}) },
      headers: { authorization: 'Bearer lin' },
    });

  test.each([
    [{ email: 'not an address' }, 'body.details.email'],
    [{ mail: 'a@x.example' }, 'body.details.mail'],
    [{ to: ['a@x.example'] }, 'body.details.to'],
    [{ email: 'a@x.example', watermark: true }, 'body.details.watermark'],
  ])('%j is a bad request', async (details, path) => {
    const response = await apply(details);
    expect([response.statusCode, response.json().params]).toEqual([400, { path }]);
  });

  test('a subject with a line break is a bad request', async () => {
    const response = await apply({ subject: 'a\r\nBcc: b@x.example' }, 'mail_out');
    expect([response.statusCode, response.json().params]).toEqual([400, { path: 'body.details.subject' }]);
  });

  test('the flow shows the details of its creation', async () => {
    const made = await apply({ email: 'team@x.example' });
    const response = await world.app.inject({
      url: `/api/v1/tenants/one/flows/${made.json().data.id}`,
      headers: { authorization: 'Bearer ann' },
    });
    expect(response.json().data).toMatchObject({ details: { email: 'team@x.example' }, detailNames: {} });
  });
});
