import { describe, expect, it } from 'vitest';
import { memoryRig } from '../../../../testing/memory/rig.ts';
import { platformContract } from '../../../../testing/platform/platform-contract.ts';
import { createMemoryPlatform } from './index.ts';

describe('memory platform', () => {
  platformContract(memoryRig);
});

describe('memory device', () => {
  it('simulates network, exit and clock for a test', async () => {
    const device = createMemoryPlatform({ now: () => 5 });
    const seen: boolean[] = [];
    const end = device.network.subscribe((online) => seen.push(online));
    device.setOnline(false);
    end();
    device.setOnline(true);
    expect(seen).toEqual([false]);
    await device.backButton.exitApp();
    expect(device.exits()).toBe(1);
    expect(await device.clock.monotonicNow()).toBe(5);
  });

  it('deletes a database with its content', async () => {
    const device = createMemoryPlatform();
    const sql = await device.openDatabase('edsAPP.db');
    await sql.run('CREATE TABLE t (id)');
    await device.deleteDatabase('edsAPP.db');
    const again = await device.openDatabase('edsAPP.db');
    expect(await again.query("SELECT name FROM sqlite_master WHERE name = 't'")).toEqual([]);
  });
});
