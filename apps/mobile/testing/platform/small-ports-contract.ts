import { expect, it } from 'vitest';
import type { Platform } from '../../src/platform/ports/platform.port.ts';

/** The contract of preferences, secrets, device keys and clock. */
export function smallPortsContract(start: () => Promise<Platform>): void {
  it('keeps preferences and clears the groups it is told to', async () => {
    const { preferences } = await start();
    expect(await preferences.get('tname')).toBeNull();
    await preferences.set('tname', '华信集团');
    await preferences.set('scroll:document', '420');
    await preferences.set('recordCount:document', '7');
    await preferences.clear(['scroll:', 'recordCount:']);
    expect(await preferences.get('scroll:document')).toBeNull();
    expect(await preferences.get('recordCount:document')).toBeNull();
    expect(await preferences.get('tname')).toBe('华信集团');
    await preferences.remove('tname');
    expect(await preferences.get('tname')).toBeNull();
  });

  it('reads a preference at once, as soon as its write has begun', async () => {
    const { preferences } = await start();
    expect(preferences.getSync('tname')).toBeNull();
    const written = preferences.set('tname', '华信集团');
    expect(preferences.getSync('tname')).toBe('华信集团');
    await written;
    await preferences.remove('tname');
    expect(preferences.getSync('tname')).toBeNull();
  });

  it('keeps secrets until they are removed', async () => {
    const { secrets } = await start();
    expect(await secrets.get('token')).toBeNull();
    await secrets.set('token', '令牌-1');
    await secrets.set('token', '令牌-2');
    await secrets.set('expire', '1795000000123');
    expect(await secrets.get('token')).toBe('令牌-2');
    await secrets.remove('token');
    expect(await secrets.get('token')).toBeNull();
    expect(await secrets.get('expire')).toBe('1795000000123');
    await secrets.remove('expire');
  });

  it('has no device before one is asked for, and then one for good, also when two ask at once', async () => {
    const { deviceKeys } = await start();
    expect(await deviceKeys.current()).toBeNull();
    const [first, second] = await Promise.all([deviceKeys.ensure(), deviceKeys.ensure()]);
    expect(second.id).toBe(first.id);
    expect((await deviceKeys.current())?.id).toBe(first.id);
    await deviceKeys.delete();
    expect(await deviceKeys.current()).toBeNull();
    expect((await deviceKeys.ensure()).id).not.toBe(first.id);
    await deviceKeys.delete();
  });

  it('makes keys that sign and agree but never show themselves', async () => {
    const { deviceKeys } = await start();
    const { signing, agreement } = await deviceKeys.ensure();
    const data = new Uint8Array([1, 2, 3]);
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = await crypto.subtle.sign(algorithm, signing.privateKey, data);
    expect(await crypto.subtle.verify(algorithm, signing.publicKey, signature, data)).toBe(true);
    const storedAgreement = (await deviceKeys.current())?.agreement ?? agreement;
    const secret = await crypto.subtle.deriveBits(
      { name: 'ECDH', public: storedAgreement.publicKey },
      storedAgreement.privateKey,
      256,
    );
    expect(secret.byteLength).toBe(32);
    for (const key of [signing.privateKey, storedAgreement.privateKey]) {
      expect(key.extractable).toBe(false);
      await expect(crypto.subtle.exportKey('pkcs8', key)).rejects.toMatchObject({
        name: 'InvalidAccessError',
      });
    }
    await deviceKeys.delete();
  });

  it('does not let its guarded time go back behind the greatest server time seen', async () => {
    const { clock } = await start();
    const ahead = clock.now() + 3_600_000;
    await clock.observe(ahead);
    await clock.observe(ahead - 60_000);
    await clock.observe(Number.NaN);
    expect(await clock.monotonicNow()).toBe(ahead);
    expect(Math.abs(clock.serverNow() - clock.now() - 3_540_000)).toBeLessThan(1000);
  });
}
