import { findChainEnds, selectLinks } from './audit.repository.ts';
import { chainOf, genesisHash, tidOf } from './audit-chain.usecases.ts';
import type { StoredRecord } from './audit-record.types.ts';
import type { LinkedRecord } from './chain-check.usecases.ts';
import { findSignedEnd, selectCheckpoints } from './checkpoint.repository.ts';
import { type CheckpointServices, toCheckpointLine, writeCheckpoints } from './checkpoints.usecases.ts';
import type { ExportLine } from './export.schemas.ts';
import { linkPending } from './linking.usecases.ts';
import { type RecordedIDs, resolvePseudonyms } from './subjects.usecases.ts';

/** Records in memory at once. */
const exportBatchSize = 500;

/**
 * Exports the chain of a tenant as lines of JSON, after record `after`, with its checkpoints; the last checkpoint is
 * signed first. Records that are linked during the export are not included.
 */
export async function* exportChain(
  services: CheckpointServices,
  { tid, after = 0 }: { tid: string | null; after?: number | undefined },
): AsyncGenerator<string> {
  const { db } = services;
  const chain = chainOf(tid);
  await linkPending(db);
  await writeCheckpoints(services, tid);
  // Other nodes may link further records, which are not signed. If the link under the last checkpoint was removed,
  // the export ends with the last link.
  const end = (await findSignedEnd(db, chain)) ??
    (await findChainEnds(db, [chain])).get(chain) ?? { sequence: 0, hash: genesisHash };
  const start = await findStart(services, chain, Math.min(after, end.sequence));
  yield toLine({
    type: 'begin',
    version: 1,
    tid,
    sequence: start.sequence,
    hash: start.hash.toString('hex'),
  });
  let lastSequence = start.sequence;
  while (lastSequence < end.sequence) {
    const links = await selectLinks(db, {
      chain,
      from: lastSequence + 1,
      to: end.sequence,
      limit: exportBatchSize,
    });
    const last = links.at(-1)?.sequence ?? end.sequence;
    // A batch has at most one checkpoint per record.
    const checkpoints = await selectCheckpoints(db, { chain, after: lastSequence, limit: exportBatchSize });
    const ids = await resolvePseudonyms(
      db,
      links.map(({ record }) => record ?? noIDs),
    );
    for (const [index, link] of links.entries()) {
      if (link.record)
        yield toLine(recordLine(chain, link, { record: link.record, ids: ids[index] ?? noIDs }));
      const signed = checkpoints.find(({ sequence }) => sequence === link.sequence);
      if (signed) yield toLine({ type: 'checkpoint', ...toCheckpointLine(signed) });
    }
    lastSequence = last;
  }
  yield toLine({ type: 'end', sequence: end.sequence, hash: end.hash.toString('hex') });
}

async function findStart({ db }: CheckpointServices, chain: string, after: number) {
  if (after === 0) return { sequence: 0, hash: genesisHash };
  const [link] = await selectLinks(db, { chain, from: after, to: after, limit: 1 });
  return { sequence: after, hash: link?.hash ?? genesisHash };
}

const noIDs: RecordedIDs = { aid: null, fid: null, deviceID: null, subject: null };

function recordLine(
  chain: string,
  { sequence, hash }: LinkedRecord,
  entry: { readonly record: StoredRecord; readonly ids: RecordedIDs },
): ExportLine {
  const { at, former, ...record } = entry.record;
  const resolved = Object.entries(entry.ids).filter(
    ([field, id]) => id !== null && id !== record[field as keyof RecordedIDs],
  );
  return {
    type: 'record',
    ...record,
    tid: tidOf(chain),
    sequence,
    at: at.getTime(),
    ...(resolved.length === 0 ? {} : { ids: Object.fromEntries(resolved) }),
    former: former && { sequence: former.sequence, hash: former.hash.toString('hex') },
    hash: hash.toString('hex'),
  };
}

const toLine = (content: ExportLine): string => `${JSON.stringify(content)}\n`;
