import { hotUpdateFolderName } from '@sealflow/domain/updates';
import { beforeEach, expect, it } from 'vitest';
import { offer, phone, served, shellVersion } from '../../../../testing/capacitor/code-phone.ts';

beforeEach(() => served.clear());

const moments = ['before', 'after'] as const;

it.each(moments)('a hot update killed %s any call is resumed, never partial', async (when) => {
  const latest = async () => offer('1.2.0.2');
  let end = '';
  let at = 0;
  while (end !== 'done') {
    at += 1;
    const { live, runs, native } = phone();
    end = (await live(latest, { at, when })).end;
    expect(native.disk.next === null || native.disk.bundles.has(native.disk.next)).toBe(true);
    // The next start runs a complete version: the old or the new one.
    await live(latest);
    expect([shellVersion, '1.2.0.2']).toContain(runs());
    await live(latest);
    await live(latest);
    expect(runs(), `killed ${when} call ${at}`).toBe('1.2.0.2');
    const id = hotUpdateFolderName(offer('1.2.0.2'));
    expect(JSON.stringify(native.filesOf(id))).toBe(served.get('https://files.example/1.2.0.2')?.bytes);
  }
  expect(at).toBeGreaterThan(8);
});

it.each(moments)(
  'a bundle that failed to start is not retried when the rollback is killed %s any call',
  async (when) => {
    const latest = async () => offer('1.2.0.2');
    let end = '';
    for (let at = 1; end !== 'done'; at += 1) {
      const { live, fail, runs, native } = phone();
      await live(latest);
      end = await fail({ at, when });
      for (const _ of [1, 2, 3]) await live(latest);
      expect(runs(), `killed ${when} call ${at}`).toBe(shellVersion);
      expect(native.downloaded).toHaveLength(1);
    }
  },
);
