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
  /** Whether people may apply for it; flows under way go on where they may not. */
  enabled: Generated<boolean>;
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
  /** As it was when the application was made: later changes of the type leave it alone. */
  process: Json<Process>;
  applicant_fid: string;
  /** What the type asks for beside title, description and files. */
  details: ColumnType<FlowDetails, string | undefined, string>;
  /** The first time at which an open task is due. */
  deadline: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** What the person who decides sees of a file stays as it was applied for. */
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
  stage: number | null;
  /** Null where a step found nobody to do it. */
  assignee_fid: string | null;
  state: TaskState;
  outcome: TaskOutcome | null;
  note: string | null;
  created_at: Date;
  process_time: Date | null;
  due_at: Date | null;
  replaces: string | null;
  added: boolean;
}

/** Who decided what, when, and on exactly which content. Rows are only ever added. */
interface FlowDecisionsTable {
  task_id: string;
  tid: string;
  flow_id: string;
  action: string;
  aid: string;
  fid: string;
  note: string | null;
  /** What the client said the person saw; null where it did not say. */
  seen_sha256: string | null;
  /** The canonical content as the service held it at that moment. */
  content_sha256: string;
  decided_at: Date;
}

/** What was done to a flow beside its tasks: submitted, canceled. Rows are only ever added. */
interface FlowActsTable {
  act_id: string;
  tid: string;
  flow_id: string;
  action: string;
  aid: string | null;
  fid: string | null;
  operator_id: string | null;
  note: string | null;
  seen_sha256: string | null;
  content_sha256: string;
  done_at: Date;
}

/** Answers of requests with an `Idempotency-Key`, to be given again. */
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
  flows: FlowsTable;
  flow_files: FlowFilesTable;
  flow_tasks: FlowTasksTable;
  flow_decisions: FlowDecisionsTable;
  flow_acts: FlowActsTable;
  workflow_requests: WorkflowRequestsTable;
}
