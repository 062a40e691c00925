import { adminErrors } from './errors/admin.ts';
import { adminDeploymentErrors } from './errors/admin-deployment.ts';
import { adminImportErrors } from './errors/admin-imports.ts';
import { appErrors } from './errors/app.ts';
import { documentErrors } from './errors/documents.ts';
import type { ErrorEntry } from './errors/entry.ts';
import { loginErrors } from './errors/login.ts';
import { pushErrors } from './errors/push.ts';
import { type ErrorCode, registerErrors } from './errors/registry.ts';
import { updateErrors } from './errors/updates.ts';
import { workErrors } from './errors/work.ts';

export type { ErrorEntry, TipColor, TipType } from './errors/entry.ts';
export {
  type ErrorCode,
  type ErrorParams,
  type ErrorPrefix,
  errorText,
  isErrorCode,
  type MatchedError,
  matchError,
} from './errors/registry.ts';

/** The whole error catalogue of section 8, by code. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = {
  ...appErrors,
  ...updateErrors,
  ...loginErrors,
  ...documentErrors,
  ...pushErrors,
  ...workErrors,
  ...adminErrors,
  ...adminDeploymentErrors,
  ...adminImportErrors,
};

registerErrors(errorCatalogue);
