import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, page, time } from './common.schemas.ts';

const agreement = z.enum(['eula', 'privacy-policy']);
const agreementParams = z.strictObject({ agreement });

const version = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$/);

/** Markdown with headings, paragraphs and lists. */
const text = z.object({ title: z.string(), text: z.string() });
const writtenText = z.strictObject({
  title: z.string().trim().min(1).max(200),
  text: z.string().trim().min(1).max(200_000),
});

const texts = { zh: text, en: text };

export const adminAgreementCalls = declareCalls({
  'GET /api/v1/admin/agreements': {
    summary: 'The agreements in force, with the texts that the apps show',
    access: 'operator',
    answer: data(
      z.array(
        z.object({
          agreement,
          version: z.string(),
          /** `files`: the folder `LEGAL_DIR`, whose texts no call can replace. */
          source: z.enum(['built_in', 'published', 'files']),
          publishedAt: time.nullable(),
          ...texts,
        }),
      ),
    ),
    errors: [],
  },
  'GET /api/v1/admin/agreements/{agreement}/versions': {
    summary: 'The published versions of an agreement, the newest first',
    access: 'operator',
    params: agreementParams,
    query: z.strictObject(page),
    answer: list(z.object({ version: z.string(), publishedAt: time, publishedBy: id, ...texts })),
    errors: [],
  },
  'POST /api/v1/admin/agreements/{agreement}/versions': {
    summary: 'Publish a new version of an agreement in both languages. It is in force at once',
    access: 'operator',
    params: agreementParams,
    body: z.strictObject({ version, zh: writtenText, en: writtenText }),
    answer: data(z.object({ version: z.string(), publishedAt: time })),
    errors: ['admin.agreement_from_files', 'admin.agreement_version_exists'],
  },
});
