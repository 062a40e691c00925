import { expect, it } from 'vitest';
import type { FilesPort } from '../../src/platform/ports/files.port.ts';
import type { Device, Rig } from './rig.ts';

const bytes = new Uint8Array([1, 2, 3]);

/** The contract of sharing and opening copies with other apps. */
export function outsideContract({ start, lacks }: Rig): void {
  const withFile = async () => {
    const { platform, device } = await start();
    const files = await platform.files();
    await files.write('a1/edsFiles/f1', bytes);
    return { files, device };
  };

  it('shares a copy under its name, and says where nobody takes it', async () => {
    const { files, device } = await withFile();
    device.setAcceptsFiles(true);
    expect(await files.share('a1/edsFiles/f1', '采购 合同.pdf')).toBe(true);
    expect(device.given()).toEqual(['采购 合同.pdf']);
    await expect(files.share('a1/none', 'x.pdf')).rejects.toMatchObject({ code: 'storage.not_found' });
    expect(await files.readChunk('a1/edsFiles/f1', 0, 3)).toEqual(bytes);
  });

  (lacks.has('openElsewhere') ? opensNothing : opensElsewhere)(withFile);
}

type WithFile = () => Promise<{ readonly files: FilesPort; readonly device: Device }>;

function opensNothing(withFile: WithFile): void {
  it('says that it opens nothing with another app', async () => {
    const { files, device } = await withFile();
    expect(files.externalApps.open).toBe(false);
    expect(await files.openInOtherApp('a1/edsFiles/f1', '合同.pdf', 'application/pdf')).toBe(false);
    expect(device.given()).toEqual([]);
  });
}

function opensElsewhere(withFile: WithFile): void {
  it('opens a copy with another app, and says where none takes it', async () => {
    const { files, device } = await withFile();
    device.setAcceptsFiles(true);
    expect(files.externalApps.open).toBe(true);
    const open = () => files.openInOtherApp('a1/edsFiles/f1', '采购 合同.pdf', 'application/pdf');
    expect(await open()).toBe(true);
    expect(device.given()).toEqual(['采购 合同.pdf']);
    device.setAcceptsFiles(false);
    expect(await open()).toBe(false);
    await expect(files.openInOtherApp('a1/none', 'x.pdf', 'application/pdf')).rejects.toMatchObject({
      code: 'storage.not_found',
    });
  });
}
