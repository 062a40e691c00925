import { randomUUID } from 'node:crypto';
import { generateLicenceKeyPair } from '@sealflow/tdf/keys';
import { seal } from '@sealflow/tdf/writer';
import { describe, expect, it } from 'vitest';
import { makeTestFolder } from '../../../testing/folder.ts';
import { openFolderStore } from '../../infra/objects/folder.adapter.ts';
import { readDocumentID } from './document-id.util.ts';

async function idOf(uuid: string, name: string): Promise<string | null> {
  const { publicKeyPem } = await generateLicenceKeyPair('ec:secp256r1');
  const { stream } = seal({
    kas: { url: 'https://kas.test/kas', kid: 'k.ec:secp256r1.1', publicKeyPem },
    policy: { uuid, namespace: 't.test', owner: 'o', org: null, classification: null },
    mimeType: 'text/plain',
    name,
    content: new TextEncoder().encode('x'),
  });
  const objects = await openFolderStore(makeTestFolder());
  const { size } = await objects.put('document', stream);
  return readDocumentID(objects, { key: 'document', size });
}

describe('document id of a stored file', () => {
  it('is the one of its policy', async () => {
    const uuid = randomUUID();
    expect(await idOf(uuid, '合同.txt')).toBe(uuid);
  });

  it('is not searched for in an oversized header, which would block the node', async () => {
    expect(await idOf(randomUUID(), 'x'.repeat(4 * 1024 * 1024))).toBeNull();
  });
});
