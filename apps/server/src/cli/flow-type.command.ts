import type { Answer, Body } from '@sealflow/contract';
import { type Arguments, splitList } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { resolveMemberIDs } from './name-lookup.client.ts';
import type { OperatorService } from './operator-service.client.ts';
import { renderDone, renderList, renderOne } from './render.util.ts';
import { parseRuleWords, ruleWordHelp, ruleWords } from './rule-words.util.ts';
import { tenantOption } from './shared-options.util.ts';
import { UsageError } from './usage.errors.ts';

type Setting = Answer<'GET /api/v1/tenants/{tid}/admin/flow-types'>['data'][number];
type Process = Body<'PUT /api/v1/tenants/{tid}/admin/flow-types/{type}'>['process'];
type Stage = Process['stages'][number];
type Type = Setting['type'];

const rules = { any: 'any_of', all: 'all_of' } as const;

function stageText({ people }: Setting, stage: Stage): string {
  const names = new Map(people.map(({ fid, name }) => [fid, name]));
  const asked = [...ruleWords(stage), ...stage.approvers.map((fid) => names.get(fid) ?? fid)];
  const condition = stage.when === undefined ? '' : ' (on a condition)';
  return `${stage.rule === 'any_of' ? 'any' : 'all'}: ${asked.join(', ')}${condition}`;
}

const toRow = (one: Setting) => ({
  type: one.type,
  name: one.name,
  offered: one.enabled,
  approval: one.process.stages.map((stage) => stageText(one, stage)).join(' → '),
  delivery: one.process.delivery,
});

const toRecord = (one: Setting) => ({
  ...toRow(one),
  cc: one.process.cc,
  processing:
    one.process.fileProcess?.by === 'executors'
      ? one.process.fileProcess.executors
      : one.process.fileProcess && 'by the service',
  'direct complete': one.process.directComplete,
  'time limit (ms)': one.process.taskTimeLimit,
  fallback: one.process.fallback,
  escalation: one.process.escalation && `${one.process.escalation.to}, ${one.process.escalation.times} times`,
  people: one.people.map(({ fid, name, isActive }) => `${fid} ${name}${isActive ? '' : ' (left)'}`),
});

async function readStages(call: OperatorService['call'], args: Arguments, tid: string): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const part of splitList(args.requireText('stages'), ';')) {
    const [, rule = 'any', names = ''] = /^(?:(any|all):)?(.+)$/.exec(part) ?? [];
    const { people, askedBy } = parseRuleWords(splitList(names, ','));
    const approvers = await resolveMemberIDs(call, { tid, names: people });
    stages.push({ rule: rules[rule as keyof typeof rules], approvers, ...askedBy });
  }
  return stages;
}

/** Who starts the processing of files: people, the service, or null if the type has no processing. */
async function readProcessing(
  call: OperatorService['call'],
  args: Arguments,
  tid: string,
): Promise<Process['fileProcess']> {
  const executors = args.text('executors');
  if (executors === 'none') return null;
  if (executors === undefined || executors === 'service') return { by: 'service' };
  return {
    by: 'executors',
    executors: await resolveMemberIDs(call, { tid, names: splitList(executors, ',') }),
  };
}

async function readProcess(call: OperatorService['call'], args: Arguments, tid: string): Promise<Process> {
  const file = await args.file('file');
  if (file !== undefined) {
    if (args.text('stages') !== undefined) throw new UsageError('--stages and --file exclude each other');
    return parseProcess(file);
  }
  const fallback = args.list('fallback');
  return {
    stages: await readStages(call, args, tid),
    cc: await resolveMemberIDs(call, { tid, names: args.list('cc') ?? [] }),
    fileProcess: await readProcessing(call, args, tid),
    directComplete: args.flag('direct-complete'),
    taskTimeLimit: args.duration('time-limit') ?? null,
    ...(fallback === undefined ? {} : { fallback: await resolveMemberIDs(call, { tid, names: fallback }) }),
  };
}

/** Parses a process as printed by `flow-type show --json`. The delivery is dropped, because the type determines it. */
function parseProcess(file: string): Process {
  try {
    const { delivery: _, ...process } = JSON.parse(file) as Process & { delivery?: string };
    return process;
  } catch {
    throw new UsageError('--file is not valid JSON');
  }
}

const typeParams = (args: Arguments) => ({ tid: args.requireText('tenant'), type: args.argument() as Type });

export const flowTypeCommands: readonly Command[] = [
  createCallCommand({
    name: 'flow-type list',
    summary: 'lists the application types of a tenant with their approvers',
    options: tenantOption,
    call: 'GET /api/v1/tenants/{tid}/admin/flow-types',
    buildRequest: (args) => ({ params: { tid: args.requireText('tenant') } }),
    render: renderList(toRow),
  }),
  createCallCommand({
    name: 'flow-type show',
    summary: 'shows an application type with its process',
    argument: 'TYPE',
    options: tenantOption,
    call: 'GET /api/v1/tenants/{tid}/admin/flow-types/{type}',
    buildRequest: (args) => ({ params: typeParams(args) }),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'flow-type set',
    summary: 'offers or changes an application type',
    argument: 'TYPE',
    options: {
      ...tenantOption,
      name: { value: 'NAME', about: 'display name; default: the current name, or TYPE' },
      stages: { value: 'STAGES', about: "approvers by stage, such as 'any:lina;all:wangqiang,zhaomin'" },
      cc: { value: 'PERSON,…', about: 'notified after the approval' },
      executors: {
        value: 'PERSON,…',
        about: 'who starts the processing; service (default) starts it automatically, none for no processing',
      },
      'direct-complete': { about: 'an approver can skip the remaining stages' },
      'time-limit': { value: 'TIME', about: 'deadline of a task, such as 48h' },
      fallback: { value: 'PERSON,…', about: 'who decides where the rules of a stage find nobody' },
      file: {
        value: 'FILE',
        about: 'the process as JSON, as printed by show --json; - reads the standard input',
      },
    },
    details: [
      'TYPE is file_decryption, trusted_mail_send, trusted_mailbox_application, file_to_classification,',
      'file_to_transparent, file_authorization, file_out, gateway_trusted_mail_send, mail_out,',
      'file_watermark_removal or file_marking. People are named by username, phone, email or id in the tenant.',
      ...ruleWordHelp,
      'The type determines how the result is delivered (download, email).',
    ],
    call: 'PUT /api/v1/tenants/{tid}/admin/flow-types/{type}',
    buildRequest: async (args, call) => {
      const params = typeParams(args);
      const process = await readProcess(call, args, params.tid);
      return { params, body: { name: args.text('name') ?? (await currentName(call, params)), process } };
    },
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'flow-type remove',
    summary: 'removes an application type; running applications continue',
    argument: 'TYPE',
    options: tenantOption,
    call: 'DELETE /api/v1/tenants/{tid}/admin/flow-types/{type}',
    buildRequest: (args) => ({ params: typeParams(args) }),
    render: (_, args) =>
      renderDone({ type: args.argument(), removed: true }, `${args.argument()} is removed`),
  }),
];

async function currentName(
  call: OperatorService['call'],
  { tid, type }: { tid: string; type: Type },
): Promise<string> {
  const { data } = await call('GET /api/v1/tenants/{tid}/admin/flow-types', { params: { tid } });
  return data.find((one) => one.type === type)?.name ?? type;
}
