import type { Flow, FlowFile } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { listMembers } from '../tenants/tenants.usecases.ts';
import type { FlowFileRow, FlowSummaryRow } from './flow.repository.ts';

/** Names of people by `fid`, for participants of a flow. */
export type Names = ReadonlyMap<string, string>;

export async function namesOf(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: Iterable<string | null> },
): Promise<Names> {
  const presentFids = [...new Set(fids)].filter((fid) => fid !== null);
  const members = await listMembers(db, { tid, fids: presentFids });
  return new Map(members.map(({ fid, name }) => [fid, name]));
}

/** The name is empty if the person is not in `names`. */
export function toPerson(fid: string, names: Names): { fid: string; name: string } {
  return { fid, name: names.get(fid) ?? '' };
}

/** Maps a database row to the response body; times are in milliseconds since 1970. */
export function toFlow(row: FlowSummaryRow, names: Names): Flow {
  const flow = {
    id: row.flow_id,
    typeID: row.type_id,
    type: row.type,
    typeName: row.type_name,
    title: row.title,
    description: row.description,
    state: row.state,
    applicant: toPerson(row.applicant_fid, names),
    createAt: row.created_at.getTime(),
    updateAt: row.updated_at.getTime(),
    deadline: row.deadline?.getTime() ?? null,
  };
  return row.returned && row.state === 'waiting' ? Object.assign(flow, { returned: true as const }) : flow;
}

/** A file of a flow as it was when the application was submitted. */
export type SubmittedFile = Readonly<Omit<FlowFile, 'fileID'>>;

export function toSubmittedFile({
  uri,
  name,
  size,
  mime_type: mimeType,
  sha256,
  encrypted,
}: FlowFileRow): SubmittedFile {
  return { uri, name, size, mimeType, sha256, encrypted };
}

export function toFlowFiles(files: readonly FlowFileRow[]): FlowFile[] {
  return files.map((file) => ({ fileID: file.file_id, ...toSubmittedFile(file) }));
}
