import { expect, it } from 'vitest';
import type { Arrived } from '../../ports/incoming-files.port.ts';
import { createWebIncomingFiles } from './incoming-files.adapter.ts';

type Launch = { readonly files: readonly FileSystemFileHandle[] };

const handle = (getFile: () => Promise<File>) => ({ getFile }) as FileSystemFileHandle;

it('delivers files that the system opens with the installed app, under safe names', async () => {
  let launch: (given: Launch) => void = () => undefined;
  const port = createWebIncomingFiles({
    setConsumer: (consumer) => {
      launch = consumer;
    },
  });
  launch({ files: [] });
  launch({
    files: [
      handle(async () => new File(['content'], 'a\u202Eb.txt')),
      handle(() => Promise.reject(new DOMException('gone', 'NotFoundError'))),
    ],
  });
  const { files, problems } = await new Promise<Arrived>((resolve) => port.subscribe(resolve));
  expect(problems).toEqual(['unreadable']);
  expect(files.map(({ name, size }) => [name, size])).toEqual([['ab.txt', 7]]);
  expect(new TextDecoder().decode(await files[0]?.read(3, 4))).toBe('tent');
});
