import type { z } from 'zod';
import type { absence } from './absences.calls.ts';
import type { device, signInAnswer, tenantMembership } from './accounts.calls.ts';
import type { calls } from './calls.ts';
import type { errorBody } from './common.schemas.ts';
import type { preparedDownload } from './downloads.calls.ts';
import type { ChangeOrigin, ConsoleChange, ConsoleKind, TenantKind } from './events.calls.ts';
import type { storedFile } from './files.calls.ts';
import type { message, messageLink, messageSession } from './messages.calls.ts';
import type { flowVersion } from './return.schemas.ts';
import type {
  applicationType,
  flow,
  flowFile,
  flowInfo,
  flowState,
  processStep,
  stepType,
  task,
  taskOutcome,
  taskState,
} from './workflow.schemas.ts';

// Only types are exported, so that no schema ends up in the app's bundle.

export type { ChangeOrigin, ConsoleChange, ConsoleKind, TenantKind };

export type Calls = typeof calls;
/** The name of a declared call, such as `GET /api/v1/tenants/{tid}/flow-types`. */
export type CallId = keyof Calls;

type Part<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? S : undefined;
type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined;

export type Params<N extends CallId> = SchemaInput<Part<Calls[N], 'params'>>;
export type Query<N extends CallId> = SchemaInput<Part<Calls[N], 'query'>>;
export type Headers<N extends CallId> = SchemaInput<Part<Calls[N], 'headers'>>;
export type Body<N extends CallId> = SchemaInput<Part<Calls[N], 'body'>>;
/** The answer type of a call; `undefined` for a call without a JSON answer. */
export type Answer<N extends CallId> = Calls[N]['answer'] extends infer S extends z.ZodType
  ? z.output<S>
  : undefined;

export type ErrorBody = z.output<typeof errorBody>;
export type SignInAnswer = z.output<typeof signInAnswer>;
export type TenantMembership = z.output<typeof tenantMembership>;
export type DeviceRegistration = z.input<typeof device>;
export type PreparedDownload = z.output<typeof preparedDownload>;
export type StoredFile = z.output<typeof storedFile>;
export type Message = z.output<typeof message>;
export type MessageLink = z.output<typeof messageLink>;
export type MessageSession = z.output<typeof messageSession>;
export type ApplicationType = z.output<typeof applicationType>;
export type Absence = z.output<typeof absence>;
export type Flow = z.output<typeof flow>;
export type FlowFile = z.output<typeof flowFile>;
export type FlowInfo = z.output<typeof flowInfo>;
export type FlowVersion = z.output<typeof flowVersion>;
export type FlowState = z.output<typeof flowState>;
export type ProcessStep = z.output<typeof processStep>;
export type StepType = z.output<typeof stepType>;
export type Task = z.output<typeof task>;
export type TaskOutcome = z.output<typeof taskOutcome>;
export type TaskState = z.output<typeof taskState>;
export type AppRelease = NonNullable<Answer<'GET /api/v1/releases/{platform}/latest'>>;
export type WebBundle = Answer<'GET /api/v1/releases/{platform}/bundle/latest'>;
export type ConfigParam = Answer<'GET /api/v1/config-params/{name}'>['data'];
export type SpeechAccess = Answer<'GET /api/v1/speech/token'>;
export type CurrentUser = Answer<'GET /api/v1/tenants/{tid}/current-user'>;
export type ExactPagesMode = CurrentUser['exactPages'];
export type SealingClass = Answer<'GET /api/v1/tenants/{tid}/user-documents/classifications'>['data'][number];
