import { applicationLimits, approverRuleNames, stageRefusals } from '@sealflow/domain/workflow';
import { z } from 'zod';
import { declareCalls } from './call.ts';
import {
  data,
  id,
  ifMatchHeader,
  keyword,
  list,
  page,
  person,
  tenantParams,
  time,
} from './common.schemas.ts';
import { designedStage, flowProcess, stageNumber, unmetPredicate } from './process.schemas.ts';
import { applicationType, candidate } from './workflow.schemas.ts';

const administrators = { right: 'Administration/administration' } as const;
const typeParams = z.strictObject({ tid: id, type: applicationType });
const name = z.string().trim().min(1).max(100);
const people = z.array(id).max(50);

/** A process that may still be incomplete: without stages, or with stages without approvers. */
const draftProcess = flowProcess.extend({
  stages: z.array(designedStage).max(10),
  fileProcess: z.union([
    z.strictObject({ by: z.literal('service') }),
    z.strictObject({ by: z.literal('executors'), executors: people }),
    z.null(),
  ]),
});
/** A process as stored: its defaults are filled in. */
const storedProcess = draftProcess.extend({ delivery: z.enum(['download', 'email', 'none']) });

/** Why a person gets no task: the reason that applies first. */
const inactiveReason = z.enum([
  'unknown',
  'invited',
  'suspended',
  'ended',
  'account_closed',
  'no_sign_in_right',
]);
/** Null for the operator or an earlier release. */
const author = person.nullable();

const publishedVersion = z.object({
  version: z.int(),
  name: z.string(),
  process: storedProcess,
  publishedAt: time,
  publishedBy: author,
});

const processDesign = z.object({
  id: z.int(),
  type: applicationType,
  delivery: z.enum(['download', 'email', 'none']),
  /** Whether the process must process the files: the approval alone has no effect. */
  needsProcessing: z.boolean(),
  /** Whether people can apply for it. */
  enabled: z.boolean(),
  published: publishedVersion.nullable(),
  draft: z
    .object({
      name: z.string(),
      process: storedProcess,
      /** The version that was published when the draft was begun; null if there was none. */
      basedOn: z.int().nullable(),
      savedAt: time,
      savedBy: author,
    })
    .nullable(),
  /** Applications in progress. They keep the process that they started with. */
  running: z.int(),
  /** The people whose ids the processes contain; `inactive` is null for those who can get tasks. */
  people: z.array(person.extend({ inactive: inactiveReason.nullable() })),
});

const changeErrors = ['admin.changed_meanwhile'] as const;

/**
 * The processes of application types with drafts and versions. `ETag` of a process covers its published version and its
 * draft; the calls that change either accept it as `If-Match`.
 */
export const adminProcessCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/processes': {
    summary:
      'All eleven application types with their published version, draft and number of running applications',
    access: administrators,
    params: tenantParams,
    answer: list(
      z.object({
        id: z.int(),
        type: applicationType,
        /** The name of the draft if nothing is published; null without either. */
        name: z.string().nullable(),
        enabled: z.boolean(),
        version: z.int().nullable(),
        publishedAt: time.nullable(),
        stages: z.int(),
        draftSavedAt: time.nullable(),
        running: z.int(),
      }),
    ),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/processes/{type}': {
    summary: 'The process of an application type as it is published and drafted; `ETag` identifies both',
    access: administrators,
    params: typeParams,
    answer: data(processDesign),
    errors: [],
  },
  'PUT /api/v1/tenants/{tid}/admin/processes/{type}/draft': {
    summary: 'Save the draft of a process, which may be incomplete',
    access: administrators,
    params: typeParams,
    headers: ifMatchHeader,
    body: z.strictObject({ name, process: draftProcess }),
    answer: data(processDesign),
    errors: changeErrors,
  },
  'DELETE /api/v1/tenants/{tid}/admin/processes/{type}/draft': {
    summary: 'Discard the draft of a process',
    access: administrators,
    params: typeParams,
    headers: ifMatchHeader,
    answer: 'none',
    errors: [...changeErrors, 'admin.no_draft'],
  },
  'POST /api/v1/tenants/{tid}/admin/processes/{type}/draft/actions/publish': {
    summary: 'Publish the draft as the next version; running applications keep their process',
    access: administrators,
    params: typeParams,
    headers: ifMatchHeader,
    answer: data(processDesign),
    errors: [
      ...changeErrors,
      'admin.no_draft',
      'admin.draft_incomplete',
      'work.approvers_invalid',
      'work.process_does_not_fit',
      'work.rule_invalid',
      'work.stages_conditional',
    ],
  },
  'GET /api/v1/tenants/{tid}/admin/processes/{type}/versions': {
    summary: 'The published versions of a process, newest first',
    access: administrators,
    params: typeParams,
    query: z.strictObject(page),
    answer: z.object({
      total: z.int(),
      data: z.array(publishedVersion),
      people: z.array(person.extend({ inactive: inactiveReason.nullable() })),
    }),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/processes/{type}/versions/{version}/actions/restore': {
    summary: 'Save a published version as the draft, which replaces the draft of today',
    access: administrators,
    params: typeParams.extend({
      version: z.coerce.number<number | string>().int().min(1).max(2_147_483_647),
    }),
    headers: ifMatchHeader,
    answer: data(processDesign),
    errors: [...changeErrors, 'admin.version_not_found'],
  },
  'POST /api/v1/tenants/{tid}/admin/processes/{type}/actions/simulate': {
    summary:
      'Whom an application would ask, stage by stage, by the rules of real applications; nothing is stored',
    access: administrators,
    params: typeParams,
    body: z.strictObject({
      process: draftProcess,
      applicant: id,
      /** A registered document that the application would contain: other owners must approve first. */
      documentID: z.uuid().optional(),
      /** Example facts for conditions. Missing ones are those of an application without files and recipients. */
      facts: z
        .strictObject({
          classificationIDs: z.array(id).max(50).optional(),
          fileCount: z.int().min(0).max(applicationLimits.files).optional(),
          totalSize: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
          outsideRecipients: z.int().min(0).max(applicationLimits.recipients).optional(),
        })
        .optional(),
      /** Whom the applicant would choose. */
      chosenApprovers: z
        .array(z.strictObject({ stage: stageNumber, fid: id }))
        .max(10)
        .optional(),
    }),
    answer: data(
      z.object({
        /** Whether the applicant could apply and every step has somebody. */
        isPossible: z.boolean(),
        /** Null if the applicant can act in the tenant. */
        applicantInactive: inactiveReason.nullable(),
        stages: z.array(
          z.object({
            /**
             * `owners`: the approval of the other owners of the document, which precedes the designed stages; `fallback`: all
             * designed stages are skipped.
             */
            kind: z.enum(['owners', 'designed', 'fallback']),
            /** The position of the stage in the process, from 1; null for the others. */
            number: z.int().nullable(),
            /** Why the application skips the stage; null if the stage applies. */
            skippedBecause: z.array(unmetPredicate).nullable(),
            /** What each rule of the stage found. */
            found: z.array(z.object({ by: z.enum(approverRuleNames), people: z.array(person) })),
            /** Whether the rules found nobody, so that the fallback of the type decides. */
            usesFallback: z.boolean(),
            /** Why an application would be refused at this stage; null if it would not. */
            refusal: z.enum(stageRefusals).nullable(),
            rule: z.enum(['any_of', 'all_of']),
            isReached: z.boolean(),
            assignees: z.array(person),
            /** The deputies of assignees who are absent now. `isApplicant`: the deputy may not decide the own application. */
            deputies: z.array(z.object({ assignee: person, deputy: person, isApplicant: z.boolean() })),
            /** The people who get the task of an assignee one after the other, each if nobody decides before the deadline. */
            escalations: z.array(z.object({ assignee: person, people: z.array(person) })),
            /** People of the stage who get no task. */
            omitted: z.array(person.extend({ inactive: inactiveReason })),
            /** Whether the applicant would decide the own application. */
            includesApplicant: z.boolean(),
            /** The head of the applicant's department if the stage asks the head and there is one. */
            departmentHead: person.nullable(),
            /** Whether the stage asks the head and there is none. If the stage asks nobody else, the application is refused. */
            lacksDepartmentHead: z.boolean(),
          }),
        ),
        cc: z.array(person),
        /** Null if the service processes the files, or if no processing is needed. */
        executors: z.array(person).nullable(),
        delivery: z.enum(['download', 'email', 'none']),
        /** Whether an approver may skip the remaining stages of this application. */
        directComplete: z.boolean(),
      }),
    ),
    errors: ['login.user_not_found', 'key.document_not_found'],
  },
  'GET /api/v1/tenants/{tid}/admin/approvers': {
    summary: 'The people who can get tasks; `keyword` is part of a name, `roleID` a role that they have',
    access: administrators,
    params: tenantParams,
    query: z.strictObject({ ...page, keyword: keyword.optional(), roleID: id.optional() }),
    answer: list(candidate),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/rule-choices': {
    summary: 'The roles, departments and classifications that a process can name',
    access: administrators,
    params: tenantParams,
    answer: data(
      z.object({
        roles: z.array(z.object({ roleID: id, name: z.string() })),
        organisations: z.array(z.object({ orgID: id, name: z.string() })),
        classifications: z.array(z.object({ id, name: z.string() })),
      }),
    ),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/approver-roles': {
    summary: 'The roles whose members can be chosen as approvers together',
    access: administrators,
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(z.object({ roleID: id, name: z.string() })),
    errors: [],
  },
});
