import type {
  ApplicationType,
  FlowDetails,
  FlowState,
  Process,
  StepType,
  TaskOutcome,
  TaskState,
} from '@sealflow/domain/workflow';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './accounts.table.ts';

interface FlowTypesTable {
  tid: string;
  type_id: number;
  type: ApplicationType;
  name: string;
  process: Json<Process>;
  /** Whether new applications are allowed; existing flows continue regardless. */
  enabled: Generated<boolean>;
}

/** The published processes of a type, from 1. They never change, except that a deleted person is replaced. */
interface FlowTypeVersionsTable {
  tid: string;
  type: ApplicationType;
  version: number;
  name: string;
  process: Json<Process>;
  published_at: Generated<Date>;
  /** The administrator; null if the operator published it, or an earlier release. */
  fid: string | null;
  operator_id: string | null;
}

/** The next process of a type, which may be incomplete. */
interface FlowTypeDraftsTable {
  tid: string;
  type: ApplicationType;
  name: string;
  process: Json<Process>;
  /** The version that was published when the draft was begun; null if there was none. */
  based_on: number | null;
  saved_at: Date;
  fid: string | null;
  operator_id: string | null;
}

interface FlowsTable {
  flow_id: string;
  tid: string;
  type_id: number;
  type: ApplicationType;
  title: string;
  description: string;
  state: FlowState;
  /** Index of the approval stage last opened; -1 before the first. */
  stage: number;
  /** Snapshot at the time of the submission; later changes of the type do not affect it. A return appends stages. */
  process: Json<Process>;
  applicant_fid: string;
  /** Type-specific fields in addition to title, description and files. */
  details: ColumnType<FlowDetails, string | undefined, string>;
  /** The earliest due time of the open tasks. */
  deadline: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Whether it is returned to the applicant. Nodes of the release before do not reset it when a flow ends. */
  returned: Generated<boolean>;
}

/** The contents that an application had before, from 1. */
interface FlowVersionsTable {
  flow_id: string;
  version: number;
  tid: string;
  title: string;
  description: string;
  details: ColumnType<FlowDetails, string, never>;
  files: Json<
    {
      fileID: string;
      uri: string;
      name: string;
      size: number;
      mimeType: string;
      sha256: string;
      encrypted: boolean;
    }[]
  >;
  content_sha256: string;
}

/** Snapshot of the files of an application, as the deciding person sees them. */
interface FlowFilesTable {
  flow_id: string;
  position: number;
  file_id: string;
  uri: string;
  name: string;
  size: number;
  mime_type: string;
  sha256: string;
  encrypted: boolean;
}

interface FlowTasksTable {
  task_id: string;
  flow_id: string;
  /** The order in which a flow's tasks were opened. */
  position: number;
  tid: string;
  step: StepType;
  /** Of a task of the applicant: the stage that returned the application. */
  stage: number | null;
  /** Null if the step found no assignee. */
  assignee_fid: string | null;
  state: TaskState;
  outcome: TaskOutcome | null;
  note: string | null;
  created_at: Date;
  process_time: Date | null;
  due_at: Date | null;
  replaces: string | null;
  added: boolean;
  /** The deputy who processed the task in place of the assignee; null if the assignee did. */
  decided_by: string | null;
}

/** Append-only log of decisions and of the content they were based on. */
interface FlowDecisionsTable {
  task_id: string;
  tid: string;
  flow_id: string;
  action: string;
  aid: string;
  fid: string;
  /** The assignee in whose place the person decided as deputy, and for whom the decision counts; null for own tasks. */
  for_fid: string | null;
  note: string | null;
  /** Digest of the content that the client displayed; null if the client sent none. */
  seen_sha256: string | null;
  /** Digest of the canonical content in the service at that moment. */
  content_sha256: string;
  decided_at: Date;
}

/** Append-only log of acts on a flow outside of its tasks: submitted, canceled. */
interface FlowActsTable {
  act_id: string;
  tid: string;
  flow_id: string;
  action: string;
  aid: string | null;
  fid: string | null;
  operator_id: string | null;
  /** The task that was reassigned; null for other acts. */
  task_id: string | null;
  note: string | null;
  seen_sha256: string | null;
  content_sha256: string;
  done_at: Date;
}

/** The discussion of applications. */
interface FlowCommentsTable {
  comment_id: string;
  tid: string;
  flow_id: string;
  /** The author. */
  fid: string;
  text: string;
  /** The people whom the author addresses. */
  mentions: string[];
  created_at: Date;
}

/** Files of comments. A file belongs to one comment, and is not a file of the application. */
interface FlowCommentFilesTable {
  uri: string;
  tid: string;
  flow_id: string;
  comment_id: string;
  position: number;
}

/** Periods in which a deputy decides the tasks of a person too. */
interface AbsencesTable {
  absence_id: string;
  tid: string;
  fid: string;
  deputy_fid: string;
  from_at: Date;
  /** Null for a period without an end. */
  until_at: Date | null;
  /** Null for all types. */
  types: ApplicationType[] | null;
  created_at: Date;
  ended_at: Date | null;
  /** `membership`: the membership of the person or of the deputy ended. */
  end_reason: 'taken_back' | 'elapsed' | 'membership' | null;
  /** Whether the job of its end has informed the people. */
  is_reported: Generated<boolean>;
  /** Each update publishes a change to the deputy. */
  changed_at: Date;
}

/** People who get a notice of each new state of an application. */
interface FlowFollowsTable {
  tid: string;
  flow_id: string;
  fid: string;
  created_at: Date;
}

/** Signed files of applications that were archived and then deleted, numbered from 1 in each tenant. */
interface ApplicationArchivesTable {
  archive_id: string;
  tid: string;
  number: number;
  object_key: string;
  size: number;
  /** Of the object. */
  sha256: string;
  /** The number of applications in it. */
  applications: number;
  created_at: Date;
}

/** Stored answers of requests with an `Idempotency-Key`, for repeated requests. */
interface WorkflowRequestsTable {
  /** The account, or `operator:` and the operator's id. */
  aid: string;
  scope: string;
  key: string;
  request_sha256: string;
  answer: Json<unknown>;
  created_at: Date;
}

export interface WorkflowTables {
  flow_types: FlowTypesTable;
  flow_type_versions: FlowTypeVersionsTable;
  flow_type_drafts: FlowTypeDraftsTable;
  flows: FlowsTable;
  flow_files: FlowFilesTable;
  flow_versions: FlowVersionsTable;
  flow_tasks: FlowTasksTable;
  flow_decisions: FlowDecisionsTable;
  flow_acts: FlowActsTable;
  flow_comments: FlowCommentsTable;
  flow_comment_files: FlowCommentFilesTable;
  flow_follows: FlowFollowsTable;
  absences: AbsencesTable;
  workflow_requests: WorkflowRequestsTable;
  application_archives: ApplicationArchivesTable;
}
