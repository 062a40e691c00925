import { findChainEnds, readLinks } from './audit.repository.ts';
import { beginning, chainOf, tidOf } from './audit-chain.usecases.ts';
import type { KeptRecord } from './audit-record.port.ts';
import type { Linked } from './chain-check.usecases.ts';
import { findSignedEnd, readCheckpoints } from './checkpoint.repository.ts';
import { type CheckpointParts, lineOf, writeCheckpoints } from './checkpoints.usecases.ts';
import type { ExportLine } from './export.schemas.ts';
import { linkPending } from './linking.usecases.ts';
import { type RecordedIDs, readableIDs } from './subjects.usecases.ts';

/** Records in memory at once. */
const batch = 500;

/**
 * Exports the chain of a tenant as lines of JSON, after record `after`, with its checkpoints; the last checkpoint is
 * signed first. Records that are linked during the export are not included.
 */
export async function* exportChain(
  parts: CheckpointParts,
  { tid, after = 0 }: { tid: string | null; after?: number | undefined },
): AsyncGenerator<string> {
  const { db } = parts;
  const chain = chainOf(tid);
  await linkPending(db);
  await writeCheckpoints(parts, tid);
  // Other nodes may link further records, which are not signed. If the link under the last checkpoint was removed,
  // the export ends with the last link.
  const end = (await findSignedEnd(db, chain)) ??
    (await findChainEnds(db, [chain])).get(chain) ?? { sequence: 0, hash: beginning };
  const start = await startOf(parts, chain, Math.min(after, end.sequence));
  yield line({ type: 'begin', version: 1, tid, sequence: start.sequence, hash: start.hash.toString('hex') });
  let done = start.sequence;
  while (done < end.sequence) {
    const links = await readLinks(db, { chain, from: done + 1, to: end.sequence, limit: batch });
    const last = links.at(-1)?.sequence ?? end.sequence;
    // A batch has at most one checkpoint per record.
    const checkpoints = await readCheckpoints(db, { chain, after: done, limit: batch });
    const ids = await readableIDs(
      db,
      links.map(({ record }) => record ?? nobody),
    );
    for (const [index, link] of links.entries()) {
      if (link.record)
        yield line(recordLine(chain, link, { record: link.record, ids: ids[index] ?? nobody }));
      const signed = checkpoints.find(({ sequence }) => sequence === link.sequence);
      if (signed) yield line({ type: 'checkpoint', ...lineOf(signed) });
    }
    done = last;
  }
  yield line({ type: 'end', sequence: end.sequence, hash: end.hash.toString('hex') });
}

async function startOf({ db }: CheckpointParts, chain: string, after: number) {
  if (after === 0) return { sequence: 0, hash: beginning };
  const [link] = await readLinks(db, { chain, from: after, to: after, limit: 1 });
  return { sequence: after, hash: link?.hash ?? beginning };
}

const nobody: RecordedIDs = { aid: null, fid: null, deviceID: null, subject: null };

function recordLine(
  chain: string,
  { sequence, hash }: Linked,
  kept: { readonly record: KeptRecord; readonly ids: RecordedIDs },
): ExportLine {
  const { at, former, ...record } = kept.record;
  const known = Object.entries(kept.ids).filter(
    ([field, id]) => id !== null && id !== record[field as keyof RecordedIDs],
  );
  return {
    type: 'record',
    ...record,
    tid: tidOf(chain),
    sequence,
    at: at.getTime(),
    ...(known.length === 0 ? {} : { ids: Object.fromEntries(known) }),
    former: former && { sequence: former.sequence, hash: former.hash.toString('hex') },
    hash: hash.toString('hex'),
  };
}

const line = (said: ExportLine): string => `${JSON.stringify(said)}\n`;
