import type { Answer, Query } from '@sealflow/contract';
import type { Arguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { renderList } from './render.util.ts';
import { pageOptions, tenantOption } from './shared-options.util.ts';
import { formatTable, formatTime } from './table-text.util.ts';

type TypeInsight = Answer<'GET /api/v1/tenants/{tid}/admin/insight/types'>['data']['types'][number];
type Days = Query<'GET /api/v1/tenants/{tid}/admin/insight/types'>['days'];

const periodOption = {
  days: { value: '30|90|365', about: 'the last days, today included; default 30' },
} as const;
const readDays = (args: Arguments) => ({ days: args.text('days') as Days });

const hourMs = 3_600_000;
const formatHours = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : `${(milliseconds / hourMs).toFixed(1)} h`;

const toTypeRow = (one: TypeInsight) => {
  const bottleneck = one.bottleneck === null ? undefined : one.stages[one.bottleneck];
  return {
    type: one.name,
    open: one.open,
    finished: one.finished,
    rejected: one.rejected,
    canceled: one.canceled,
    terminated: one.terminated,
    median: formatHours(one.median),
    '90 %': formatHours(one.percentile90),
    returned: one.returned.count,
    bottleneck: bottleneck && `${stageName(bottleneck)} ${formatShare(bottleneck.share)}`,
  };
};

const toStageRows = ({ name, stages, stagesSince, earlierStages }: TypeInsight) => [
  ...stages.map((stage) => ({
    type: name,
    stage: stageName(stage),
    since: formatTime(stagesSince),
    passes: stage.passes,
    median: formatHours(stage.median),
    share: formatShare(stage.share),
    waiting: stage.waiting,
    overdue: stage.overdue,
    escalated: stage.escalated,
  })),
  ...(stagesSince === null
    ? []
    : [
        {
          type: name,
          stage: 'earlier stages',
          since: null,
          passes: null,
          median: null,
          share: null,
          ...earlierStages,
        },
      ]),
];

const stageName = ({ stage }: TypeInsight['stages'][number]): string =>
  stage === null ? 'file processing' : `stage ${stage + 1}`;

const formatShare = (share: number) => `${Math.round(share * 100)} %`;

/** How long applications and people wait, for administrators. */
export const insightCommands: readonly Command[] = [
  createCallCommand({
    name: 'insight types',
    summary: 'shows how long applications of each type take, and in which stage they wait the longest',
    options: { ...tenantOption, ...periodOption },
    details: [
      'Days end at midnight UTC. Times with the applicant are not part of the stages.',
      'After a change of the stages only applications submitted since then count in them.',
    ],
    call: 'GET /api/v1/tenants/{tid}/admin/insight/types',
    buildRequest: (args) => ({ params: { tid: args.requireText('tenant') }, query: readDays(args) }),
    render: ({ data }) => ({
      json: data,
      lines: [...formatTable(data.types.map(toTypeRow)), '', ...formatTable(data.types.flatMap(toStageRows))],
    }),
  }),
  createCallCommand({
    name: 'insight people',
    summary: 'shows tasks and waiting time of each person, where the organisation allows it',
    options: { ...tenantOption, ...periodOption, ...pageOptions },
    details: [
      'Each reading is audited. People with fewer than five decided tasks have no median.',
      'tenant change ID --insight-on-people yes allows it.',
    ],
    call: 'GET /api/v1/tenants/{tid}/admin/insight/people',
    buildRequest: (args) => ({
      params: { tid: args.requireText('tenant') },
      query: { ...args.page(), ...readDays(args) },
    }),
    render: renderList(({ name, open, oldestAt, decided, median }) => ({
      person: name,
      open,
      'oldest since': formatTime(oldestAt),
      decided,
      median: formatHours(median),
    })),
  }),
];
