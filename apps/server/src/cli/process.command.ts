import type { Answer, Body } from '@sealflow/contract';
import type { Arguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command, CommandOutput } from './command.types.ts';
import { resolveMemberID } from './name-lookup.client.ts';
import type { OperatorService } from './operator-service.client.ts';
import { renderDone, renderList, renderOne } from './render.util.ts';
import { pageOptions, tenantOption } from './shared-options.util.ts';
import { formatRecord, formatTable, formatTime } from './table-text.util.ts';
import { CommandError, UsageError } from './usage.errors.ts';

type Design = Answer<'GET /api/v1/tenants/{tid}/admin/processes/{type}'>['data'];
type Draft = Body<'PUT /api/v1/tenants/{tid}/admin/processes/{type}/draft'>;
type Version = Answer<'GET /api/v1/tenants/{tid}/admin/processes/{type}/versions'>['data'][number];
type Simulation = Answer<'POST /api/v1/tenants/{tid}/admin/processes/{type}/actions/simulate'>;
type SimulationBody = Body<'POST /api/v1/tenants/{tid}/admin/processes/{type}/actions/simulate'>;
type StoredProcess = Version['process'];

const fileOption = {
  value: 'FILE',
  about: 'JSON as printed by flow-type export; - reads the standard input',
} as const;

const typeParams = (args: Arguments) => ({
  tid: args.requireText('tenant'),
  type: args.argument() as Design['type'],
});

/** The type determines the delivery, so that a file without it fits every type. */
function withoutDelivery(stored: StoredProcess): Draft['process'] {
  const { delivery: _, ...process } = stored;
  return process;
}

/** Parses a file of `flow-type export`. @throws UsageError for anything else. */
function parseDraft(file: string): Draft {
  let content: Partial<Draft> | null;
  try {
    content = JSON.parse(file) as Partial<Draft> | null;
  } catch {
    throw new UsageError('--file is not valid JSON');
  }
  if (typeof content?.name !== 'string' || typeof content.process !== 'object')
    throw new UsageError('--file must contain a name and a process, as flow-type export prints them');
  return { name: content.name, process: content.process };
}

/** The draft of a type, or its published process if there is no draft. */
async function readDesign(call: OperatorService['call'], args: Arguments): Promise<Draft> {
  const { data } = await call('GET /api/v1/tenants/{tid}/admin/processes/{type}', {
    params: typeParams(args),
  });
  return draftOf(data, args);
}

function draftOf({ draft, published }: Design, args: Arguments): Draft {
  const found = args.flag('published') ? published : (draft ?? published);
  if (!found)
    throw new CommandError(`${args.argument()} has no process: use flow-type draft or flow-type set`);
  return { name: found.name, process: withoutDelivery(found.process) };
}

const toRecord = ({ type, enabled, published, draft, running }: Design) => ({
  type,
  name: draft?.name ?? published?.name,
  offered: enabled,
  version: published?.version,
  published: formatTime(published?.publishedAt ?? null),
  'draft saved': formatTime(draft?.savedAt ?? null),
  'running applications': running,
});

function renderSimulation({ data }: Simulation): CommandOutput {
  const stages = data.stages.map(({ kind, rule, isReached, assignees, deputies, omitted, ...one }) => ({
    stage: one.number ?? '',
    kind,
    skipped: one.skippedBecause?.map(predicateText).join('; ') ?? '',
    rule: rule === 'any_of' ? 'any' : 'all',
    reached: isReached,
    asked: assignees.map(({ name }) => name),
    deputies: deputies.map(({ assignee, deputy, isApplicant }) =>
      isApplicant
        ? `${deputy.name} for ${assignee.name} (not: is the applicant)`
        : `${deputy.name} for ${assignee.name}`,
    ),
    'past the deadline': one.escalations.map(({ assignee, people }) =>
      [assignee, ...people].map(({ name }) => name).join(' → '),
    ),
    found: one.found.map(
      ({ by, people }) => `${by}: ${people.map(({ name }) => name).join(', ') || 'nobody'}`,
    ),
    fallback: one.usesFallback,
    refused: one.refusal,
    omitted: omitted.map(({ name, inactive }) => `${name} (${inactive})`),
  }));
  const record = formatRecord({
    possible: data.isPossible,
    'applicant inactive': data.applicantInactive,
    cc: data.cc.map(({ name }) => name),
    'processed by': data.executors?.map(({ name }) => name) ?? 'the service or nobody',
    delivery: data.delivery,
  });
  return {
    json: data,
    lines: [...record, ...formatTable(stages)],
    ...(data.isPossible ? {} : { isFailure: true }),
  };
}

type Simulated = Simulation['data']['stages'][number];

const predicateText = ({
  fact,
  is,
  value,
  names,
}: NonNullable<Simulated['skippedBecause']>[number]): string =>
  [fact, is, value ?? names?.join(', ') ?? ''].join(' ').trim();

/** The example facts of a simulation; without an option, those of an application without files and recipients. */
function readFacts(args: Arguments): NonNullable<SimulationBody['facts']> {
  const count = args.integer('files');
  const size = args.integer('size');
  const outside = args.integer('outside');
  const classificationIDs = args.list('classifications');
  return {
    ...(count === undefined ? {} : { fileCount: count }),
    ...(size === undefined ? {} : { totalSize: size }),
    ...(outside === undefined ? {} : { outsideRecipients: outside }),
    ...(classificationIDs === undefined ? {} : { classificationIDs }),
  };
}

/** The choices of the applicant in --chosen. @throws UsageError for anything but a stage and a person. */
async function readChosen(
  call: OperatorService['call'],
  args: Arguments,
  tid: string,
): Promise<{ chosenApprovers?: { stage: number; fid: string }[] }> {
  const chosenApprovers: { stage: number; fid: string }[] = [];
  for (const choice of args.list('chosen') ?? []) {
    const [, stage, name] = /^(\d+):(.+)$/.exec(choice) ?? [];
    if (stage === undefined || name === undefined) throw new UsageError('--chosen takes STAGE:PERSON');
    chosenApprovers.push({ stage: Number(stage), fid: await resolveMemberID(call, { tid, name }) });
  }
  return chosenApprovers.length === 0 ? {} : { chosenApprovers };
}

/** Drafts, versions and the simulation of processes: what the process designer of the console does. */
export const processCommands: readonly Command[] = [
  createCallCommand({
    name: 'flow-type export',
    summary: 'prints the draft or the published process of an application type as a file for flow-type draft',
    argument: 'TYPE',
    options: { ...tenantOption, published: { about: 'ignores the draft' } },
    details: ['flow-type export TYPE --tenant ID > FILE. People are ids of the tenant.'],
    call: 'GET /api/v1/tenants/{tid}/admin/processes/{type}',
    buildRequest: (args) => ({ params: typeParams(args) }),
    render: ({ data }, args) => {
      const draft = draftOf(data, args);
      return { json: draft, lines: [JSON.stringify(draft, null, 2)] };
    },
  }),
  createCallCommand({
    name: 'flow-type draft',
    summary: 'saves a draft of an application type, which may be incomplete; people see nothing of it',
    argument: 'TYPE',
    options: { ...tenantOption, file: { ...fileOption, required: true } },
    call: 'PUT /api/v1/tenants/{tid}/admin/processes/{type}/draft',
    buildRequest: async (args) => ({
      params: typeParams(args),
      body: parseDraft((await args.file('file')) ?? ''),
    }),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'flow-type discard',
    summary: 'discards the draft of an application type',
    argument: 'TYPE',
    options: tenantOption,
    call: 'DELETE /api/v1/tenants/{tid}/admin/processes/{type}/draft',
    buildRequest: (args) => ({ params: typeParams(args) }),
    render: (_, args) =>
      renderDone({ type: args.argument(), discarded: true }, `the draft of ${args.argument()} is discarded`),
  }),
  createCallCommand({
    name: 'flow-type publish',
    summary: 'publishes the draft of an application type as its next version',
    argument: 'TYPE',
    options: tenantOption,
    details: ['Running applications keep the process that they started with.'],
    call: 'POST /api/v1/tenants/{tid}/admin/processes/{type}/draft/actions/publish',
    buildRequest: (args) => ({ params: typeParams(args) }),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'flow-type versions',
    summary: 'lists the published versions of an application type, newest first',
    argument: 'TYPE',
    options: { ...tenantOption, ...pageOptions },
    call: 'GET /api/v1/tenants/{tid}/admin/processes/{type}/versions',
    buildRequest: (args) => ({ params: typeParams(args), query: args.page() }),
    render: renderList((one: Version) => ({
      version: one.version,
      name: one.name,
      stages: one.process.stages.length,
      published: formatTime(one.publishedAt),
      by: one.publishedBy?.name,
    })),
  }),
  createCallCommand({
    name: 'flow-type restore',
    summary: 'saves a published version as the draft, which replaces the draft',
    argument: 'TYPE',
    options: { ...tenantOption, version: { value: 'N', about: 'the version', required: true } },
    details: ['flow-type publish then makes it the current one.'],
    call: 'POST /api/v1/tenants/{tid}/admin/processes/{type}/versions/{version}/actions/restore',
    buildRequest: (args) => ({ params: { ...typeParams(args), version: args.integer('version') ?? 0 } }),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'flow-type simulate',
    summary: 'shows whom an application would ask, stage by stage; nothing is stored',
    argument: 'TYPE',
    options: {
      ...tenantOption,
      applicant: { value: 'PERSON', about: 'who would apply', required: true },
      document: { value: 'ID', about: 'a registered document that the application would contain' },
      classifications: { value: 'ID,…', about: 'example: the classifications of the files' },
      files: { value: 'N', about: 'example: how many files' },
      size: { value: 'BYTES', about: 'example: the size of the files together' },
      outside: { value: 'N', about: 'example: how many recipients outside the organisation' },
      chosen: { value: 'STAGE:PERSON,…', about: 'whom the applicant would choose, such as 2:lina' },
      file: { ...fileOption, about: `${fileOption.about}; default: the draft, or the published process` },
      published: { about: 'ignores the draft' },
    },
    details: ['Exit code 1: the application would not be possible.'],
    call: 'POST /api/v1/tenants/{tid}/admin/processes/{type}/actions/simulate',
    buildRequest: async (args, call) => {
      const params = typeParams(args);
      const file = await args.file('file');
      const { process } = file === undefined ? await readDesign(call, args) : parseDraft(file);
      const applicant = await resolveMemberID(call, { tid: params.tid, name: args.requireText('applicant') });
      const chosenApprovers = await readChosen(call, args, params.tid);
      const documentID = args.text('document');
      return { params, body: { process, applicant, documentID, facts: readFacts(args), ...chosenApprovers } };
    },
    render: renderSimulation,
  }),
];
