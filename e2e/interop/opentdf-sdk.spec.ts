import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/app.ts';
import { Client, inspect, origin, sample, sealFile, sealflow } from '../support/service.ts';
import type { SdkTask } from './sdk-client.ts';

/** Lets the SDK read or write with nothing but the account's bearer token. @returns what it printed. */
function sdk(verb: 'read' | 'write', task: Omit<SdkTask, 'sdk'>): Promise<string> {
  return new Promise((resolve, reject) => {
    const program = join(import.meta.dirname, 'sdk-client.ts');
    const child = execFile(process.execPath, [program, verb], (error, out, stderr) =>
      error ? reject(new Error(stderr)) : resolve(out + stderr),
    );
    child.stdin?.end(JSON.stringify({ sdk: process.env['OPENTDF_SDK'], ...task }));
  });
}

for (const wrappingKeyAlgorithm of ['ec:secp256r1', 'rsa:2048']) {
  test(`the SDK reads what we seal, with a session key of ${wrappingKeyAlgorithm}`, async ({
    app,
  }, testInfo) => {
    const tenant = app.tenant('eds-pro_16');
    const owner = app.account('employee');
    const source = sample('年度运营报告.pdf');
    const [from, to] = [testInfo.outputPath('report.tdf'), testInfo.outputPath('report.pdf')];
    await sealFile(source, { tenant, owner, out: from });
    const { token } = await Client.signIn(owner);
    const platformUrl = `${origin()}/otdf/${tenant.id}`;
    await sdk('read', { platformUrl, token, from, to, wrappingKeyAlgorithm });
    expect((await readFile(to)).equals(await readFile(source))).toBe(true);
  });
}

test('the app opens files that the SDK wraps with the base key, before and after a key rotation', async ({
  app,
}, testInfo) => {
  const tenant = app.tenant('eds-pro_16');
  const owner = app.account('employee');
  const client = await Client.signIn(owner);
  const { fid } = await client.call(
    'GET /api/v1/tenants/{tid}/current-user',
    `/api/v1/tenants/${tenant.id}/current-user`,
  );
  const to = testInfo.outputPath('contract.pdf.tdf');
  const printed = await sdk('write', {
    platformUrl: `${origin()}/otdf/${tenant.id}`,
    token: client.token,
    from: sample('采购合同.pdf'),
    to,
    attributes: [`https://${tenant.id}.localhost/attr/owner/value/${fid}`],
    mimeType: 'application/pdf',
  });
  // Without a base key in the well-known configuration the SDK prints an error before it goes on.
  expect(printed).not.toContain('Error');
  expect(await inspect(to)).toMatchObject({ encrypted: true, key: tenant.key, userOID: fid });
  await sealflow('keys', 'rotate', '--tenant', tenant.id);

  await app.signIn(owner, tenant);
  await app.openTab('documents');
  await app.openLocalFile(to);
  await expect(app.preview.getByRole('button', { name: app.texts.preview.pageOf(1, 12) })).toBeVisible();
});
