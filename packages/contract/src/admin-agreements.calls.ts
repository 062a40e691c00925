import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, ifMatchHeader, list, page, time } from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

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

/** A draft may be incomplete: its version and its texts may be empty. */
const draftText = z.strictObject({ title: z.string().trim().max(200), text: z.string().trim().max(200_000) });
const draftContent = {
  version: z.string().trim().max(30),
  zh: draftText,
  en: draftText,
  asksAgain: z.boolean(),
};
const draft = z.object({ ...draftContent, savedAt: time, savedBy: id });
const draftAnswer = data(z.object({ draft: draft.nullable() }));
const published = data(z.object({ version: z.string(), publishedAt: time }));

/** How many accounts agreed to a version. Only versions that ask again are agreed to one by one. */
const consent = { asksAgain: z.boolean(), agreed: z.int() };

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
          ...consent,
          /** The accounts that are not closed. */
          accounts: z.int(),
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
    answer: list(z.object({ version: z.string(), publishedAt: time, publishedBy: id, ...consent, ...texts })),
    errors: [],
  },
  'POST /api/v1/admin/agreements/{agreement}/versions': {
    summary: 'Publish a new version of an agreement in both languages. It is in force at once',
    access: 'operator',
    params: agreementParams,
    body: z.strictObject({
      version,
      zh: writtenText,
      en: writtenText,
      /** Whether the apps ask everybody to agree to this version at the next start. */
      asksAgain: z.boolean().optional(),
    }),
    answer: published,
    errors: ['admin.agreement_from_files', 'admin.agreement_version_exists'],
  },
  'GET /api/v1/admin/agreements/{agreement}/draft': {
    summary: 'The draft of the next version of an agreement; null without one. `ETag` identifies its state',
    access: 'operator',
    params: agreementParams,
    entityTag: entityTagFields.agreementDraft,
    answer: draftAnswer,
    errors: [],
  },
  'PUT /api/v1/admin/agreements/{agreement}/draft': {
    summary: 'Save the draft of an agreement, which may be incomplete',
    access: 'operator',
    params: agreementParams,
    headers: ifMatchHeader,
    body: z.strictObject(draftContent),
    entityTag: entityTagFields.agreementDraft,
    answer: draftAnswer,
    errors: ['admin.changed_meanwhile'],
  },
  'DELETE /api/v1/admin/agreements/{agreement}/draft': {
    summary: 'Discard the draft of an agreement',
    access: 'operator',
    params: agreementParams,
    headers: ifMatchHeader,
    answer: 'none',
    errors: ['admin.changed_meanwhile', 'admin.no_draft'],
  },
  'POST /api/v1/admin/agreements/{agreement}/draft/actions/publish': {
    summary: 'Publish the draft of an agreement, which is in force at once',
    access: 'operator',
    params: agreementParams,
    headers: ifMatchHeader,
    answer: published,
    errors: [
      'admin.changed_meanwhile',
      'admin.no_draft',
      'admin.agreement_draft_incomplete',
      'admin.agreement_from_files',
      'admin.agreement_version_exists',
    ],
  },
});
