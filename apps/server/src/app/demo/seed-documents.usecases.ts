import { join } from 'node:path';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { openFile } from '../../infra/files/file-source.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { registerDocument } from '../../modules/documents/documents.usecases.ts';
import { sealDocument } from '../../modules/documents/seal-document.usecases.ts';
import { getSealingContext } from '../../modules/documents/sealing.usecases.ts';
import { storeFile } from '../../modules/files/files.usecases.ts';
import type { LicenceKeys } from '../../modules/keys/licence-key.usecases.ts';
import { type DemoDocument, demoDocuments } from './demo-documents.table.ts';
import type { TenantID } from './demo-people.table.ts';

const folder = join(import.meta.dirname, '../../../demo/documents');

export interface SealingServices {
  readonly db: DatabaseHandle;
  readonly keys: LicenceKeys;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}

/** A sealed document in its owner's file storage. */
export interface StoredDocument {
  readonly uri: string;
  readonly documentID: string;
}

/** Seals, stores and registers the documents of a tenant for their owners. @returns the documents by demo id. */
export async function seedDocuments(
  services: SealingServices,
  tid: TenantID,
): Promise<Map<string, StoredDocument>> {
  const stored = new Map<string, StoredDocument>();
  for (const document of demoDocuments.filter((one) => one.tid === tid)) {
    stored.set(document.id, await sealDemoDocument(services, document));
  }
  return stored;
}

async function sealDemoDocument(services: SealingServices, document: DemoDocument): Promise<StoredDocument> {
  const { tid, file: name, mimeType, owner, classification } = document;
  const context = await getSealingContext(services, { tid, owner, classification });
  const { ownerOID, classificationID } = context;
  const file = await openFile(join(folder, name));
  try {
    const { source } = file;
    const { stream, summary, documentID } = sealDocument({ context, name, mimeType, content: source });
    const { uri } = await storeFile(services, { tid, fid: ownerOID }, { name, content: stream });
    const { manifestSha256 } = await summary;
    const facts = { documentID, ownerOID, classificationID, size: source.size, mimeType, manifestSha256 };
    await registerDocument(services, seedingActor(tid), facts);
    return { uri, documentID };
  } finally {
    await file.close();
  }
}

/** The actor in the audit records. */
const seedingActor = (tid: TenantID) => ({ kind: 'operator', tid, operatorID: 'demo' }) as const;
