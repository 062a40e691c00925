import { z } from 'zod';
import { type Call, declareCalls } from './call.ts';

const language = z.enum(['zh', 'en']);

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
});
