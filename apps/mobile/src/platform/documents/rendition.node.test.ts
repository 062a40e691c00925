import { beforeEach, expect, it, vi } from 'vitest';
import { sample } from '../../../../../packages/tdf/tests/kit.ts';
import { picked, sealedFor, startDevice } from '../../../testing/platform/service.ts';
import { importFile } from './import-file.usecases.ts';
import { openTarget } from './open-document.usecases.ts';
import { openRendition } from './rendition.usecases.ts';

type Answer = { readonly state: string; readonly uri: string | null; readonly reason: string | null };

const original = sample(3_000);
const pages = sample(5_000);
const file = { tid: 't1', uri: 'original' };
const { signal } = new AbortController();

/** A device whose service converts documents; it gives these answers in turn. */
const startWithAnswers = async (answers: Answer[]) => {
  const device = await startDevice((send) =>
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname !== '/api/v1/tenants/t1/files/original/actions/render') return send(input, init);
      return Response.json({ data: answers.shift() });
    }),
  );
  device.service.files.set('rendition', await sealedFor(device.service, pages));
  return device;
};

const ready = { state: 'ready', uri: 'rendition', reason: null };

beforeEach(() => {
  vi.unstubAllGlobals();
});

it('waits until the service has made the pages, and opens them with a licence', async () => {
  const answers = [{ state: 'preparing', uri: null, reason: null }, ready];
  const { context } = await startWithAnswers(answers);
  const content = await openRendition(context, file, signal);
  expect(answers).toEqual([]);
  expect(await content.read(0, content.size)).toEqual(pages);
});

it('leaves the stored licence of the original, which still opens without a network', async () => {
  const { context, platform, service } = await startWithAnswers([ready]);
  const fileID = await importFile(context, picked('a.tdf', await sealedFor(service, original)));
  await openTarget(context, { fileID, flowFile: null });
  await openRendition(context, file, signal);
  platform.setOnline(false);
  const { content } = await openTarget(context, { fileID, flowFile: null });
  expect(await content.read(0, content.size)).toEqual(original);
});

it('fails with the reason of the service', async () => {
  const { context } = await startWithAnswers([
    { state: 'failed', uri: null, reason: 'file.rendition_too_slow' },
    { state: 'failed', uri: null, reason: 'a reason of a later release' },
  ]);
  await expect(openRendition(context, file, signal)).rejects.toMatchObject({
    code: 'file.rendition_too_slow',
  });
  await expect(openRendition(context, file, signal)).rejects.toMatchObject({ code: 'file.rendition_failed' });
});
