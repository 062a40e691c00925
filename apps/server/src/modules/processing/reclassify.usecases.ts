import { randomUUID } from 'node:crypto';
import { createHashingStream } from '../../infra/files/hashing-stream.util.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import { requireClassification } from '../documents/classifications.usecases.ts';
import { storeObject } from '../files/orphaned-objects.usecases.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';
import { ProcessingFailure } from './processing.errors.ts';
import { insertResult, selectResults } from './processing.repository.ts';
import type { Commit, ProcessingServices } from './processing.types.ts';
import { resealDocument } from './reseal.usecases.ts';
import { openSources, type Source } from './sources.usecases.ts';

/** Seals every file again under the requested classification. An interrupted run is resumed file by file. */
export async function reclassify(services: ProcessingServices, flow: FlowToProcess): Promise<Commit> {
  const { tid, flowID, applicantFid, details } = flow;
  const { classificationID } = details;
  if (classificationID === undefined) throw new ProcessingFailure('key.classification_not_found');
  await requireClassification(services.db, { tid, id: classificationID });
  const sources = await openSources(services, flow, applicantFid);
  const donePositions = new Set((await selectResults(services.db, flowID)).map(({ position }) => position));
  for (const [position, source] of sources.entries()) {
    if (donePositions.has(position)) continue;
    await storeResult(services, flow, { position, source, classificationID });
    services.onStep(`sealed ${position}`);
  }
  return async (transaction) => {
    const results = await selectResults(transaction, flowID);
    await recordActs(
      { handle: transaction, actor: { kind: 'service', tid }, at: new Date(services.clock()) },
      results.map(({ document_id: documentID, sha256 }) => ({
        act: 'processing.reclassified',
        subject: flowID,
        documentID,
        sha256,
      })),
    );
  };
}

async function storeResult(
  services: ProcessingServices,
  { tid, flowID, applicantFid }: FlowToProcess,
  { position, source, classificationID }: { position: number; source: Source; classificationID: string },
): Promise<void> {
  const request = { tid, flowID, source, applicantFid, as: { classificationID }, reader: applicantFid };
  const { documentID, name, stream, register } = await resealDocument(services, request);
  const key = randomUUID();
  const hashed = createHashingStream(stream);
  await storeObject(
    services,
    { key, content: hashed.content },
    {
      check: async (stored) => {
        services.onStep(`stored ${position}`);
        return stored;
      },
      reference: async (transaction, { size }) => {
        const created_at = new Date(services.clock());
        const sha256 = hashed.sha256();
        const row = {
          flow_id: flowID,
          position,
          document_id: documentID,
          name,
          size,
          sha256,
          object_key: key,
        };
        const inserted = await insertResult(transaction, { ...row, created_at });
        if (!inserted) throw new Error('result was already inserted by another run of this job');
        await register(transaction, created_at);
      },
    },
  );
}
