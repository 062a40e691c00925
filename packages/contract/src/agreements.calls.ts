import { z } from 'zod';
import { type Call, declareCalls } from './call.ts';
import { data } from './common.schemas.ts';

const language = z.enum(['zh', 'en']);
const agreement = z.enum(['eula', 'privacy-policy']);

const agreementText = z.object({
  version: z.string(),
  language,
  title: z.string(),
  /** Markdown with headings and paragraphs only. */
  text: z.string(),
});

const agreementCall = {
  access: 'public',
  /** Default: `Accept-Language`, then Chinese. */
  query: z.object({ language: language.optional() }),
  answer: agreementText,
  errors: [],
} as const satisfies Partial<Call>;

export const agreementCalls = declareCalls({
  'GET /api/v1/eula': { summary: 'The service agreement in the requested language', ...agreementCall },
  'GET /api/v1/privacy-policy': { summary: 'The privacy policy in the requested language', ...agreementCall },
  'GET /api/v1/account/agreements': {
    summary: 'The agreements in force that ask the account to agree again; empty after it agreed',
    access: 'account',
    home: 'host',
    query: z.strictObject({ language: language.optional() }),
    answer: data(z.array(agreementText.extend({ agreement }))),
    errors: [],
  },
  'POST /api/v1/account/agreements/{agreement}/actions/agree': {
    summary: 'Record that the account agrees to the version of an agreement in force',
    access: 'account',
    home: 'host',
    params: z.strictObject({ agreement }),
    body: z.strictObject({ version: z.string().min(1).max(30) }),
    answer: 'none',
    errors: ['login.agreement_changed'],
  },
});
