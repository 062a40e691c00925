import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { sendStoredFile } from '../../infra/http/stored-bytes.util.ts';
import { limitConcurrency } from '../../infra/http/throttle.middleware.ts';
import { readUploadedFile, registerUploads } from '../../infra/http/upload.util.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { type FileTokenContext, issueFileToken } from './file-token.usecases.ts';
import { deleteFile, requireReadable, requireUpload, storeFile } from './files.usecases.ts';
import type { UploadRules } from './upload-rules.usecases.ts';

export interface FileRoutesContext extends FileTokenContext {
  objects: ObjectStore;
  uploadLimitBytes: number;
  rules: UploadRules;
}

/** Per person and node: each upload may use the whole remaining quota until its end counts it. */
const maxConcurrentUploads = 16;

export async function fileRoutes(app: FastifyInstance, context: FileRoutesContext): Promise<void> {
  await registerUploads(app, context.uploadLimitBytes);

  route(app, 'POST /api/v1/tenants/{tid}/file-token', async (call) => issueFileToken(context, call));

  const uploadLimiter = limitConcurrency(maxConcurrentUploads);
  route(app, 'POST /api/v1/files', async ({ bearer, headers, request }) =>
    uploadLimiter.run(`${bearer.tid} ${bearer.fid}`, async () =>
      storeFile(context, bearer, {
        ...(await readUploadedFile(request)),
        uploadKey: headers['idempotency-key'],
      }),
    ),
  );

  route(app, 'GET /api/v1/uploads/{uploadKey}', async ({ bearer, params }) =>
    requireUpload(context.db, { ...bearer, ...params }),
  );

  route(app, 'GET /api/v1/files/{uri}', async ({ bearer, params, request, reply }) => {
    const file = await requireReadable(context.db, bearer, params.uri);
    return sendStoredFile(file, { objects: context.objects, request, reply });
  });

  route(app, 'DELETE /api/v1/files/{uri}', async ({ bearer, params }) => {
    await deleteFile(context, bearer, params.uri);
    return undefined;
  });

  route(app, 'GET /api/v1/files/{uri}/receipt', async ({ bearer, params }) =>
    requireReadable(context.db, bearer, params.uri),
  );
}
