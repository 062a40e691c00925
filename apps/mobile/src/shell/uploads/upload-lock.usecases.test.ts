import { expect, it, vi } from 'vitest';
import { uploadExclusively } from './upload-lock.usecases.ts';

const name = (fileID: string) => `sealflow.upload.${fileID}`;

/** Another page that holds the lock of a file until it releases it. */
async function holding(fileID: string) {
  let release: () => void = () => undefined;
  await new Promise<void>((entered) => {
    void navigator.locks.request(name(fileID), () => {
      entered();
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
  });
  return () => release();
}

it('skips a file that another tab of the browser is uploading', async () => {
  const release = await holding('f1');
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  expect(await uploadExclusively({ fileID: 'f1', kind: 'web' }, work)).toBe(false);
  expect(work).not.toHaveBeenCalled();
  release();
});

it('waits in the native shell for the lock of the page before a reload, then uploads', async () => {
  const release = await holding('f2');
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  const sending = uploadExclusively({ fileID: 'f2', kind: 'native' }, work);
  release();
  expect(await sending).toBe(true);
  expect(work).toHaveBeenCalledOnce();
});

it('gives up after the wait limit when the lock is never released', async () => {
  const release = await holding('f3');
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  expect(await uploadExclusively({ fileID: 'f3', kind: 'native', waitMs: 1 }, work)).toBe(false);
  expect(work).not.toHaveBeenCalled();
  release();
});

it('rejects with the error of the upload', async () => {
  const failure = new Error('no line');
  const work = () => Promise.reject(failure);
  await expect(uploadExclusively({ fileID: 'f4', kind: 'native' }, work)).rejects.toBe(failure);
});
