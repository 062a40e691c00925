import type { Answer, Query } from '@sealflow/contract';
import type { Arguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { resolveMemberID } from './name-lookup.client.ts';
import { renderDone, renderList } from './render.util.ts';
import { pageOptions, tenantOption } from './shared-options.util.ts';
import { formatRecord, formatTable, formatTime } from './table-text.util.ts';

type Filter = Query<'GET /api/v1/tenants/{tid}/admin/flows'>;
type Application = Answer<'GET /api/v1/tenants/{tid}/admin/flows'>['data'][number];
type Step = Answer<'GET /api/v1/tenants/{tid}/admin/flows/{flowID}'>['data']['process'][number];

const flowParams = (args: Arguments) => ({ tid: args.requireText('tenant'), flowID: args.argument() });

const toTaskRows = ({ stepType, state, tasks }: Step) =>
  tasks.map((task) => ({
    step: stepType,
    'state of the step': state,
    task: task.id,
    person: task.decidedBy ? `${task.decidedBy.name} for ${task.assignee?.name ?? ''}` : task.assignee?.name,
    state: task.state,
    outcome: task.returnedTo ? returnText(task.returnedTo.stage) : task.outcome,
    decided: formatTime(task.processTime),
  }));

const returnText = (stage: number | null): string =>
  stage === null ? 'returned to the applicant' : `returned to stage ${stage + 1}`;

/** Applications of all people of a tenant, for administrators. */
export const applicationCommands: readonly Command[] = [
  createCallCommand({
    name: 'application list',
    summary: 'lists the applications of a tenant, newest first, with the people for whom they wait',
    options: {
      ...tenantOption,
      state: { value: 'STATE', about: 'such as approving, processing, processed, rejected or canceled' },
      type: { value: 'TYPE', about: 'such as file_out; see flow-type list' },
      applicant: { value: 'PERSON', about: 'only applications of this person' },
      assignee: { value: 'PERSON', about: 'only applications that wait for this person' },
      waiting: {
        value: 'TIME',
        about: 'only applications with a task that has been open for so long, such as 48h',
      },
      keyword: { value: 'TEXT', about: 'part of the title' },
      ...pageOptions,
    },
    call: 'GET /api/v1/tenants/{tid}/admin/flows',
    buildRequest: async (args, call) => {
      const tid = args.requireText('tenant');
      const personOf = async (option: string) => {
        const name = args.text(option);
        return name === undefined ? undefined : resolveMemberID(call, { tid, name });
      };
      return {
        params: { tid },
        query: {
          ...args.page(),
          state: args.text('state') as Filter['state'],
          type: args.text('type') as Filter['type'],
          applicant: await personOf('applicant'),
          assignee: await personOf('assignee'),
          waitingLongerThan: args.duration('waiting') ?? undefined,
          keyword: args.text('keyword'),
        },
      };
    },
    render: renderList((one: Application) => ({
      id: one.id,
      type: one.type,
      title: one.title,
      applicant: one.applicant.name,
      state: one.state,
      created: formatTime(one.createAt),
      'waiting since': formatTime(one.waitingSince),
      'waiting for': one.waitingFor.map(({ name }) => name),
    })),
  }),
  createCallCommand({
    name: 'application show',
    summary: 'shows an application with its steps and tasks',
    argument: 'ID',
    options: tenantOption,
    call: 'GET /api/v1/tenants/{tid}/admin/flows/{flowID}',
    buildRequest: (args) => ({ params: flowParams(args) }),
    render: ({ data }) => ({
      json: data,
      lines: [
        ...formatRecord({
          id: data.id,
          type: data.type,
          title: data.title,
          applicant: data.applicant.name,
          state: data.state,
          created: formatTime(data.createAt),
          files: data.files.length,
          'can be tried again': data.canTryAgain,
          ...(data.version === undefined ? {} : { version: data.version }),
          ...(data.returnedBy === undefined
            ? {}
            : { 'returned by': data.returnedBy.person.name, reason: data.returnedBy.reason }),
        }),
        ...formatTable(data.process.flatMap(toTaskRows)),
      ],
    }),
  }),
  createCallCommand({
    name: 'application retry',
    summary: 'tries the failed processing of an application, or its failed mail, again',
    argument: 'ID',
    options: tenantOption,
    call: 'POST /api/v1/tenants/{tid}/admin/flows/{flowID}/actions/try-again',
    buildRequest: (args) => ({ params: flowParams(args) }),
    render: (_, args) =>
      renderDone({ id: args.argument(), retried: true }, `${args.argument()} is tried again`),
  }),
  createCallCommand({
    name: 'application cancel',
    summary: 'cancels an application that has not ended',
    argument: 'ID',
    options: { ...tenantOption, reason: { value: 'TEXT', about: 'the applicant reads it', required: true } },
    call: 'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/administrator-cancel',
    buildRequest: (args) => ({ params: flowParams(args), body: { remark: args.requireText('reason') } }),
    render: ({ data }) => ({ json: data, lines: formatRecord({ id: data.id, state: data.state }) }),
  }),
  createCallCommand({
    name: 'application reassign',
    summary: 'gives the open task of somebody who is absent to another person',
    argument: 'TASK-ID',
    options: {
      ...tenantOption,
      to: { value: 'PERSON', about: 'who gets the task', required: true },
      reason: { value: 'TEXT', about: 'the new person reads it', required: true },
    },
    details: ['application show lists the tasks of an application.'],
    call: 'POST /api/v1/tenants/{tid}/admin/tasks/{taskID}/actions/reassign',
    buildRequest: async (args, call) => {
      const tid = args.requireText('tenant');
      const assignee = await resolveMemberID(call, { tid, name: args.requireText('to') });
      return {
        params: { tid, taskID: args.argument() },
        body: { assignee, reason: args.requireText('reason') },
      };
    },
    render: (_, args) =>
      renderDone({ task: args.argument(), reassigned: true }, `${args.argument()} is reassigned`),
  }),
];
