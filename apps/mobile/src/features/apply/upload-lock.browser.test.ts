import { expect, it } from 'vitest';
import { withUploadLock } from './upload-lock.usecases.ts';

/** Another tab that sends the file until it ends. */
async function otherTab(fileID: string) {
  let end: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  await new Promise<void>((entered) => {
    void navigator.locks.request(`sealflow.upload.${fileID}`, () => {
      entered();
      return until;
    });
  });
  return { end };
}

const waitersOf = async (fileID: string) =>
  (await navigator.locks.query()).pending?.filter(({ name }) => name === `sealflow.upload.${fileID}`).length;

it('sends once the page before has ended, whose lock lives a moment longer', async () => {
  const tab = await otherTab('a');
  let sent = 0;
  const sending = withUploadLock('a', async () => void (sent += 1));
  await expect.poll(() => waitersOf('a')).toBe(1);
  expect(sent).toBe(0);
  tab.end();
  expect(await sending).toBe(true);
  expect(sent).toBe(1);
});

it('leaves the file to a tab that goes on sending it', async () => {
  const tab = await otherTab('b');
  let sent = 0;
  expect(await withUploadLock('b', async () => void (sent += 1), 20)).toBe(false);
  tab.end();
  expect(sent).toBe(0);
});

it('fails with the work', async () => {
  const work = () => Promise.reject(new Error('the line is down'));
  await expect(withUploadLock('c', work)).rejects.toThrow('the line is down');
});
