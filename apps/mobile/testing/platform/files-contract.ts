import { expect, it } from 'vitest';
import type { FilesPort } from '../../src/platform/ports/files.port.ts';

const bytes = (...values: number[]) => new Uint8Array(values);

/** The contract of the files adapters. `start` returns an empty device. */
export function filesContract(start: () => Promise<FilesPort>): void {
  it('reads back what it wrote, from any offset and no further than the end', async () => {
    const files = await start();
    await files.write('a1/edsFiles/合同.pdf', bytes(1, 2, 3, 4, 5));
    expect(await files.readChunk('a1/edsFiles/合同.pdf', 0, 5)).toEqual(bytes(1, 2, 3, 4, 5));
    expect(await files.readChunk('a1/edsFiles/合同.pdf', 3, 10)).toEqual(bytes(4, 5));
    expect(await files.readChunk('a1/edsFiles/合同.pdf', 5, 1)).toEqual(bytes());
    expect((await files.stat('a1/edsFiles/合同.pdf'))?.size).toBe(5);
  });

  it('gives a file whole to a form', async () => {
    const files = await start();
    await files.write('a1/edsFiles/合同.pdf', bytes(1, 2, 3));
    const blob = await files.blob('a1/edsFiles/合同.pdf');
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes(1, 2, 3));
    await expect(files.blob('a1/nothing')).rejects.toMatchObject({ code: 'storage.not_found' });
    await expect(files.exportCopy('a1/nothing', '合同.pdf')).rejects.toMatchObject({
      code: 'storage.not_found',
    });
  });

  it('appends chunk after chunk, from nothing on', async () => {
    const files = await start();
    for (let part = 0; part < 4; part += 1)
      await files.appendChunk('a1/f', new Uint8Array(70_000).fill(part));
    expect((await files.stat('a1/f'))?.size).toBe(280_000);
    expect(await files.readChunk('a1/f', 139_999, 2)).toEqual(bytes(1, 2));
  });

  it('replaces the whole file when it writes', async () => {
    const files = await start();
    await files.write('a1/f', bytes(1, 2, 3));
    await files.write('a1/f', bytes(9));
    expect(await files.readChunk('a1/f', 0, 10)).toEqual(bytes(9));
  });

  it('moves over what stands there, into a folder that is not there yet', async () => {
    const files = await start();
    await files.write('a1/part', bytes(1));
    await files.write('a1/whole', bytes(2));
    await files.move('a1/part', 'a1/whole');
    await files.move('a1/whole', 'a2/edsFiles/whole');
    expect(await files.stat('a1/part')).toBeNull();
    expect(await files.readChunk('a2/edsFiles/whole', 0, 1)).toEqual(bytes(1));
    await expect(files.move('a1/part', 'a1/other')).rejects.toMatchObject({ code: 'storage.not_found' });
  });

  it('lists one level by name, a missing folder as empty', async () => {
    const files = await start();
    await files.write('a1/b', bytes(1));
    await files.write('a1/a/x', bytes(1));
    expect(await files.list('a1')).toEqual([
      { name: 'a', kind: 'folder' },
      { name: 'b', kind: 'file' },
    ]);
    expect(await files.list('nobody')).toEqual([]);
  });

  it('removes a file or a whole folder, and nothing twice is no error', async () => {
    const files = await start();
    await files.write('a1/edsFiles/x', bytes(1));
    await files.write('a2/edsFiles/x', bytes(2));
    await files.remove('a1');
    await files.remove('a1');
    await files.remove('a1/edsFiles/x');
    expect(await files.stat('a1/edsFiles/x')).toBeNull();
    expect(await files.readChunk('a2/edsFiles/x', 0, 1)).toEqual(bytes(2));
  });

  it('says what is missing and refuses a path that leaves its folder', async () => {
    const files = await start();
    expect(await files.stat('a1/none')).toBeNull();
    await expect(files.readChunk('a1/none', 0, 1)).rejects.toMatchObject({ code: 'storage.not_found' });
    for (const path of ['../a', 'a1/../../b', '/a', 'a1//b', 'a1\\b', 'a1/\u0000b', '']) {
      await expect(files.write(path, bytes(1))).rejects.toMatchObject({ code: 'storage.bad_path' });
    }
  });
}
