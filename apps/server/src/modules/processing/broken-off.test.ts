import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Office, openOffice, tid } from '../../../testing/office.ts';
import { openTestSmtp, type TestSmtp } from '../../../testing/smtp.ts';
import { createProcessingServices } from '../../app/areas/processing.compose.ts';
import { prepareDownload } from './prepare-download.usecases.ts';
import { processFiles } from './process-files.usecases.ts';
import type { ProcessingServices } from './processing.types.ts';
import { sendMail } from './send-mail.usecases.ts';

let office: Office;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await openTestSmtp();
  // Background work is off. The test runs the jobs explicitly.
  office = await openOffice({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@example.com' });
});
afterAll(async () => {
  await office.close();
  await smtp.close();
});

class BrokenOff extends Error {}

/** Repeats a job and interrupts it one step later each time, until it completes. @returns the number of runs. */
async function breakingOff(job: (services: ProcessingServices) => Promise<void>): Promise<number> {
  for (let steps = 0; ; steps += 1) {
    let left = steps;
    const onStep = () => {
      if (left === 0) throw new BrokenOff();
      left -= 1;
    };
    try {
      await job({ ...createProcessingServices(office.service), onStep });
      return steps;
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error;
    }
  }
}

const count = async (table: 'flow_results' | 'documents' | 'loose_objects' | 'document_grants') => {
  const row = await office.service.db
    .selectFrom(table)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
};

const resultsOf = (flowID: string) =>
  office.service.db.selectFrom('flow_results').selectAll().where('flow_id', '=', flowID).execute();

it('reseals each file once, wherever the processing is interrupted', async () => {
  const files = [(await office.seal('eins')).uri, (await office.seal('zwei')).uri];
  const flowID = await office.approved('file_to_classification', files, { classificationID: 'secret' });
  const before = await count('documents');
  const job = (services: ProcessingServices) => processFiles(services, { tid, flowID });
  expect(await breakingOff(job)).toBeGreaterThan(3);
  await job(createProcessingServices(office.service));
  expect(await office.stateOf(flowID)).toBe('processed');
  expect([await count('flow_results'), await count('documents')]).toEqual([2, before + 2]);
  expect(await count('loose_objects')).toBe(0);
  const acts = (await office.acts(flowID)).filter(({ act }) => act === 'processing.reclassified');
  expect(acts).toHaveLength(2);
});

it('applies grants, releases and trusted mailboxes once', async () => {
  const { uri } = await office.seal('drei');
  const before = await count('document_grants');
  const applications = [
    ['file_authorization', [uri], { fids: ['bob'], until: null }, 'finished'],
    ['file_decryption', [uri], undefined, 'processed'],
    ['file_to_transparent', [uri], undefined, 'processed'],
    ['file_marking', [uri], { noDownload: true }, 'finished'],
    ['trusted_mailbox_application', [], { email: 'a@example.org' }, 'finished'],
  ] as const;
  for (const [type, files, details, state] of applications) {
    const flowID = await office.approved(type, files, details);
    const job = (services: ProcessingServices) => processFiles(services, { tid, flowID });
    expect(await breakingOff(job)).toBeGreaterThan(2);
    await job(createProcessingServices(office.service));
    expect([type, await office.stateOf(flowID)]).toEqual([type, state]);
    const acts = (await office.acts(flowID)).filter(({ act }) => act.startsWith('processing.'));
    expect([type, acts.length]).toEqual([type, 1]);
  }
  expect(await count('document_grants')).toBe(before + 1);
});

it('packs a package once and leaves no object behind', async () => {
  const { uri } = await office.seal('vier');
  const flowID = await office.approved('file_out', [uri]);
  await processFiles(createProcessingServices(office.service), { tid, flowID });
  const downloadID = await office.request('lin', flowID);
  const job = (services: ProcessingServices) => prepareDownload(services, { downloadID });
  expect(await breakingOff(job)).toBe(2);
  const check = await office.check('lin', downloadID);
  await job(createProcessingServices(office.service));
  expect(await office.check('lin', downloadID)).toEqual(check);
  expect(check.state).toBe('ready');
  expect(await count('loose_objects')).toBe(0);
});

it('repeats the same message once if it was interrupted after the sending, and not again', async () => {
  const flowID = await office.approved('mail_out', [await office.store('fünf')], {
    to: ['once@example.org'],
  });
  await processFiles(createProcessingServices(office.service), { tid, flowID });
  const job = (services: ProcessingServices) => sendMail(services, { tid, flowID });
  expect(await breakingOff(job)).toBe(2);
  await job(createProcessingServices(office.service));
  expect(await office.stateOf(flowID)).toBe('finished');
  const ids = smtp.mails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]?.trim());
  expect(ids).toEqual([`<${flowID}@localhost>`, `<${flowID}@localhost>`]);
});

it('ends a mail whose application is canceled between two attempts', async () => {
  const to = 'canceled@example.org';
  const flowID = await office.approved('mail_out', [await office.store('sechs')], { to: [to] });
  const services = createProcessingServices(office.service);
  await processFiles(services, { tid, flowID });
  const onStep = () => {
    throw new BrokenOff();
  };
  await expect(sendMail({ ...services, onStep }, { tid, flowID })).rejects.toThrow(BrokenOff);
  const state = async () =>
    (
      await office.service.db
        .selectFrom('flow_mails')
        .select('state')
        .where('flow_id', '=', flowID)
        .executeTakeFirst()
    )?.state;
  expect(await state()).toBe('sending');
  await office.cancel(flowID);
  await sendMail(services, { tid, flowID });
  expect(await state()).toBe('canceled');
  expect(smtp.mails.flatMap((mail) => mail.to)).not.toContain(to);
});

/** Returns the bytes with a different last byte. */
const changed = (bytes: Uint8Array) => bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1);

it('aborts a mail if its files were replaced meanwhile', async () => {
  // A change in the last segment appears only after almost the complete file is sent.
  const large = await office.store('x'.repeat(5 * 1024 * 1024));
  const uris = [await office.store('decided on'), (await office.seal('sealed')).uri, large];
  for (const [index, uri] of uris.entries()) {
    const to = `swapped${index}@example.org`;
    const flowID = await office.approved('mail_out', [uri], { to: [to] });
    const services = createProcessingServices(office.service);
    await processFiles(services, { tid, flowID });
    const { mailer } = services;
    const send: typeof mailer.send = async (mail) => {
      await office.swap(uri, changed(await office.stored(uri)));
      await mailer.send(mail);
    };
    await expect(sendMail({ ...services, mailer: { ...mailer, send } }, { tid, flowID })).rejects.toThrow(
      'the mail was not sent',
    );
    await sendMail(services, { tid, flowID });
    expect(await office.stateOf(flowID)).toBe('processed');
    expect((await office.notices('lin')).at(-1)).toContain('key.document_damaged');
    expect(smtp.mails.flatMap((mail) => mail.to)).not.toContain(to);
  }
});

it.each([
  ['a file that came plain', 'file_decryption'],
  ['an archive', 'file_out'],
  ['a document', 'file_decryption'],
  ['the result of an application', 'file_to_classification'],
] as const)('discards a package of %s whose bytes were replaced meanwhile', async (what, type) => {
  const isPlain = what === 'a file that came plain' || what === 'an archive';
  const uri = isPlain ? await office.store('decided on') : (await office.seal('eins')).uri;
  const other = isPlain ? Buffer.from('swapped in') : await office.stored((await office.seal('zwei')).uri);
  const details = type === 'file_to_classification' ? { classificationID: 'secret' } : undefined;
  const flowID = await office.approved(type, [uri], details);
  const services = createProcessingServices(office.service);
  await processFiles(services, { tid, flowID });
  const downloadID = await office.request('lin', flowID);
  const [result] = await resultsOf(flowID);
  const key = result?.object_key ?? uri;
  const { objects } = services;
  let looks = 0;
  const read: typeof objects.read = async (...args) => {
    if (args[0] === key) looks += 1;
    // The first read compares the file with the approved one. The file changes before the second read.
    if (looks === 2) await office.swap(key, other);
    return objects.read(...args);
  };
  await prepareDownload({ ...services, objects: { ...objects, read } }, { downloadID });
  expect(await office.check('lin', downloadID)).toMatchObject({
    state: 'failed',
    reason: 'key.document_damaged',
    uri: null,
  });
  expect(looks).toBeGreaterThan(1);
  expect(await count('loose_objects')).toBe(0);
});

it('lets a package fail if its application ended meanwhile', async () => {
  const { uri } = await office.seal('sechs');
  const flowID = await office.approved('file_decryption', [uri]);
  await processFiles(createProcessingServices(office.service), { tid, flowID });
  const downloadID = await office.request('lin', flowID);
  await office.cancel(flowID);
  await prepareDownload(createProcessingServices(office.service), { downloadID });
  expect(await office.check('lin', downloadID)).toMatchObject({
    state: 'failed',
    reason: 'work.flow_state_error',
    uri: null,
  });
});

it('leaves nothing of a reclassification that its applicant cancels meanwhile', async () => {
  const { uri } = await office.seal('sechs');
  const flowID = await office.approved('file_to_classification', [uri], { classificationID: 'secret' });
  const services = createProcessingServices(office.service);
  const onStep = (step: string) => {
    if (step === 'sealed 0') throw new BrokenOff();
  };
  await expect(processFiles({ ...services, onStep }, { tid, flowID })).rejects.toThrow(BrokenOff);
  const [made] = await resultsOf(flowID);
  await office.cancel(flowID);
  await processFiles(services, { tid, flowID });
  expect(await resultsOf(flowID)).toEqual([]);
  expect(await office.service.objects.size(made?.object_key ?? '')).toBeUndefined();
});

it('produces one result from simultaneous runs', async () => {
  const { uri } = await office.seal('sieben');
  const flowID = await office.approved('file_to_classification', [uri], { classificationID: 'secret' });
  const before = await count('documents');
  const services = createProcessingServices(office.service);
  await Promise.allSettled([1, 2, 3].map(() => processFiles(services, { tid, flowID })));
  await processFiles(services, { tid, flowID });
  expect(await office.stateOf(flowID)).toBe('processed');
  expect(await count('documents')).toBe(before + 1);
  expect(await count('loose_objects')).toBe(0);
});
