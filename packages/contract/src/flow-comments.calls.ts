import { flowCommentLimits } from '@sealflow/domain/workflow';
import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, page, person, time } from './common.schemas.ts';
import { decisionHeaders, flowFile } from './workflow.schemas.ts';

const params = z.strictObject({ tid: id, flowID: id });

const comment = z.object({
  id,
  author: person,
  text: z.string(),
  /** The people whom the author addresses. */
  mentions: z.array(person),
  /** The files of the comment, which are no files of the application; absent without files. */
  files: z.array(flowFile.omit({ fileID: true })).optional(),
  createAt: time,
});

/** The discussion of an application, which its participants see. Comments change nothing that is decided on. */
export const flowCommentCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/flows/{flowID}/comments': {
    summary: 'The comments on an application, newest first, for its participants',
    access: 'tenant',
    params,
    query: z.strictObject(page),
    answer: list(comment),
    errors: ['work.flow_not_found'],
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/comments': {
    summary: 'Comment on an application; its other participants are notified',
    access: 'tenant',
    params,
    headers: decisionHeaders,
    body: z
      .strictObject({
        // PostgreSQL stores neither NUL nor lone surrogates.
        text: z
          .string()
          .trim()
          .max(flowCommentLimits.characters)
          .regex(/^[^\0\p{Cs}]*$/u),
        /** Participants whom the comment addresses. */
        mentions: z.array(id).max(flowCommentLimits.mentions).default([]),
        /** URIs of files that the author has uploaded, and that nothing references yet. */
        files: z.array(id).max(flowCommentLimits.files).default([]),
      })
      .refine(({ text, files }) => text !== '' || files.length > 0, {
        path: ['text'],
        error: 'must not be empty without files',
      }),
    answer: data(comment),
    errors: [
      'work.flow_not_found',
      'work.flow_state_error',
      'work.mention_not_participant',
      'file.file_does_not_exist',
      'work.comment_file_in_use',
      'work.comments_full',
      'work.comments_too_frequent',
      'work.idempotency_key_reused',
    ],
  },
});
