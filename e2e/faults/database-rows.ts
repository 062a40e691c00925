import type { Task } from '@sealflow/domain/workflow';
import type { Pool } from 'pg';
import type { AuditRows } from './check-audit.ts';
import type { EffectRows } from './check-effects.ts';
import type { FileRows } from './check-files.ts';
import type { MessageRows } from './check-messages.ts';
import type { WorkRows } from './check-work.ts';

export async function query<Row>(pool: Pool, statement: string): Promise<Row[]> {
  return (await pool.query(statement)).rows as Row[];
}

export async function readWork(pool: Pool): Promise<WorkRows> {
  return {
    flows: await query(
      pool,
      'select flow_id, tid, state, title, type, applicant_fid, process, stage from flows',
    ),
    files: await query(pool, 'select flow_id, uri from flow_files order by flow_id, position'),
    tasks: await query<Task & { flow_id: string }>(
      pool,
      `select flow_id, task_id as id, step, stage, assignee_fid as "assigneeID", state, outcome, note, replaces, added,
              (extract(epoch from due_at) * 1000)::float8 as "dueAt"
       from flow_tasks order by flow_id, position`,
    ),
    decisions: await query(
      pool,
      'select task_id, flow_id, action, aid, fid, note, content_sha256 from flow_decisions',
    ),
    acts: await query(pool, 'select flow_id, action, fid from flow_acts'),
    versions: await query(pool, 'select flow_id, version from flow_versions'),
    records: await query(
      pool,
      `select id, act, subject, sha256 from audit_records where act like 'task.%' or act like 'flow.%' order by id`,
    ),
  };
}

export async function readEffects(pool: Pool): Promise<EffectRows> {
  return {
    tasks: await query(pool, 'select task_id as id, step, state, assignee_fid as fid, tid from flow_tasks'),
    flows: await query(pool, 'select flow_id, state, type from flows'),
    notices: await query(
      pool,
      `select m.idempotency_key, c.key as channel from messages m join message_channels c using (session_id) where c.kind = 'work'`,
    ),
    mails: await query(pool, 'select flow_id, message_id, state from flow_mails'),
    records: await query(pool, `select act, subject from audit_records where act like 'processing.%'`),
  };
}

export async function readMessages(pool: Pool): Promise<MessageRows> {
  return {
    channels: await query(pool, 'select session_id, key, last_sequence from message_channels'),
    messages: await query(pool, 'select session_id, sequence, post_id, text from messages'),
  };
}

export async function readRecords(pool: Pool): Promise<AuditRows> {
  const documents = await query<{ document_id: string }>(pool, 'select document_id from documents');
  return {
    records: await query(
      pool,
      `select act, decision, aid, device_id, document_id, subject, count from readable_audit_records
       where act in ('rewrap', 'register', 'message.sent')`,
    ),
    documents: documents.map((row) => row.document_id),
  };
}

export async function readFiles(pool: Pool): Promise<FileRows> {
  const files = await query<{ uri: string; object_key: string; size: number; sha256: string }>(
    pool,
    'select uri, object_key, size, sha256 from files',
  );
  const others = await query<{ object_key: string }>(
    pool,
    `select object_key from flow_results union select object_key from prepared_downloads where object_key is not null`,
  );
  const loose = await query<{ key: string }>(pool, 'select key from loose_objects');
  return {
    files,
    namedKeys: new Set([...files, ...others].map((row) => row.object_key)),
    loose: new Set(loose.map((row) => row.key)),
  };
}
