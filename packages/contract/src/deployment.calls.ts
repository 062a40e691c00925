import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, ifMatchHeader, time } from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

/** A setting that the operator provides to apps. */
const configParam = z.object({ name: id, value: z.string() });

const nameParams = z.strictObject({ name: id });

export const deploymentCalls = declareCalls({
  'GET /api/v1/environment': {
    summary: 'Whether this is the production or the test environment',
    access: 'public',
    answer: z.object({ environment: z.enum(['production', 'test']) }),
    errors: [],
  },
  'GET /api/v1/config-params/{name}': {
    summary: 'One of the settings that the operator provides to apps',
    access: 'account',
    params: nameParams,
    answer: data(configParam),
    entityTag: entityTagFields.configParam,
    errors: ['config.not_found'],
  },
  'GET /api/v1/location/convert': {
    summary: 'Convert positions to the coordinates of Chinese maps (GCJ-02), in request order',
    access: 'account',
    query: z.object({
      locations: z.string().max(10_000).meta({ description: 'lng,lat|lng,lat…, at most 100' }),
      from: z.enum(['gps', 'baidu', 'autonavi']).default('gps'),
    }),
    answer: z.object({
      data: z.object({ locations: z.string() }),
      status: z.int().meta({ description: '1: converted' }),
    }),
    errors: ['location.invalid'],
  },
  'GET /api/v1/speech/token': {
    summary: 'URL and token of the speech service; nulls if this deployment has none',
    access: 'account',
    answer: z.object({ url: z.string().nullable(), token: z.string().nullable(), expire: time.nullable() }),
    errors: [],
  },
  'GET /api/v1/admin/config-params': {
    summary: 'All settings that the operator provides to apps',
    access: 'operator',
    answer: z.object({
      total: z.int(),
      data: z.array(configParam.extend({ isDefault: z.boolean(), updateAt: time.nullable() })),
    }),
    errors: [],
  },
  'PUT /api/v1/admin/config-params/{name}': {
    summary: 'Set one of the settings that apps receive; null restores its default',
    access: 'operator',
    params: nameParams,
    headers: ifMatchHeader,
    body: z.strictObject({ value: z.string().max(1000).nullable() }),
    answer: data(configParam),
    entityTag: entityTagFields.configParam,
    errors: ['admin.changed_meanwhile', 'config.not_found'],
  },
});
