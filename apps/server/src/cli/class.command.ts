import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayDone, sayList, sayOne, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import type { Take } from './take.adapter.ts';
import { UsageError } from './usage.errors.ts';

type Classification = Answer<'GET /api/v1/tenants/{tid}/admin/classifications'>['data'][number];

const terms = {
  level: { value: 'N', about: 'people read what is at or below their clearance' },
  watermark: { value: 'yes|no', about: 'whether reading shows it' },
  'no-download': { value: 'yes|no', about: 'whether nothing leaves the app' },
  'no-capture': { value: 'yes|no', about: 'whether screens are not to be captured' },
  lease: { value: 'TIME', about: 'how long a use licence lasts, such as 12h; none for ever' },
  'excludes-browsers': { value: 'yes|no', about: 'whether browsers are kept out' },
} as const;

const sheet = (one: Classification) => ({
  id: one.id,
  name: one.name,
  level: one.level,
  default: one.isDefault,
  watermark: one.watermark,
  'no download': one.noDownload,
  'no capture': one.noCapture,
  'lease (s)': one.leaseSeconds,
  'no browsers': one.excludesBrowsers,
});

function termsOf(take: Take) {
  const lease = take.duration('lease');
  return {
    watermark: take.yesNo('watermark'),
    noDownload: take.yesNo('no-download'),
    noCapture: take.yesNo('no-capture'),
    leaseSeconds: lease == null ? lease : lease / 1000,
    excludesBrowsers: take.yesNo('excludes-browsers'),
  };
}

export const classCommands: readonly Command[] = [
  callCommand({
    name: 'class create',
    summary: 'makes a classification of a tenant',
    argument: 'NAME',
    options: {
      ...tenantOption,
      ...terms,
      level: { ...terms.level, required: true },
      id: { value: 'ID', about: 'made up where it is left out' },
      default: { about: 'makes it the one of documents that name none' },
    },
    call: 'POST /api/v1/tenants/{tid}/admin/classifications',
    ask: (take) => ({
      params: { tid: take.need('tenant') },
      body: {
        ...termsOf(take),
        id: take.text('id'),
        name: take.argument(),
        level: take.whole('level') ?? 0,
        isDefault: take.flag('default'),
      },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'class list',
    summary: 'the classifications of a tenant',
    options: { ...tenantOption, ...pageOptions },
    call: 'GET /api/v1/tenants/{tid}/admin/classifications',
    ask: (take) => ({ params: { tid: take.need('tenant') }, query: take.page() }),
    say: sayList(sheet),
  }),
  callCommand({
    name: 'class change',
    summary: 'changes a classification; what is left out stays',
    argument: 'ID',
    options: {
      ...tenantOption,
      name: { value: 'NAME', about: 'what people call it' },
      ...terms,
      default: { about: 'makes it the one of documents that name none' },
    },
    call: 'PUT /api/v1/tenants/{tid}/admin/classifications/{classificationID}',
    ask: (take) => ({
      params: { tid: take.need('tenant'), classificationID: take.argument() },
      body: {
        ...termsOf(take),
        name: take.text('name'),
        level: take.whole('level'),
        isDefault: take.flag('default') ? true : undefined,
      },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'class delete',
    summary: 'deletes a classification that no document has',
    argument: 'ID',
    options: tenantOption,
    call: 'DELETE /api/v1/tenants/{tid}/admin/classifications/{classificationID}',
    ask: (take) => ({ params: { tid: take.need('tenant'), classificationID: take.argument() } }),
    say: (_, take) => sayDone({ id: take.argument(), deleted: true }, `${take.argument()} is deleted`),
  }),
];

/** @throws UsageError where there is none: a level is no thing to guess. */
export function levelFrom(take: Take): number {
  const level = take.whole('level');
  if (level === undefined) throw new UsageError('--level is missing');
  return level;
}
