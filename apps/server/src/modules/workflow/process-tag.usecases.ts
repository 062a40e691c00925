import type { ApplicationType } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { entityTagOf } from '../../infra/http/entity-tag.util.ts';
import { type FlowTypeRow, selectFlowType } from './flow-type.repository.ts';
import {
  type DraftRow,
  selectLatestVersion,
  selectProcessDraft,
  type VersionRow,
} from './process-version.repository.ts';

export interface ProcessKey {
  readonly tid: string;
  readonly type: ApplicationType;
}

/** What is published and drafted of an application type. */
export interface ProcessRows {
  readonly offered: FlowTypeRow | undefined;
  readonly latest: VersionRow | undefined;
  readonly draft: DraftRow | undefined;
}

export async function readProcess(db: DatabaseHandle, key: ProcessKey): Promise<ProcessRows> {
  const offered = await selectFlowType(db, key);
  return { offered, latest: await selectLatestVersion(db, key), draft: await selectProcessDraft(db, key) };
}

/** The entity tag of the published process and the draft. */
export function processTagOf({ offered, latest, draft }: ProcessRows): string {
  return entityTagOf([
    offered && [offered.name, offered.enabled, offered.process],
    latest?.version,
    draft && [draft.name, draft.process, draft.based_on],
  ]);
}
