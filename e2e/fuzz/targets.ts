import { push } from './device/push.ts';
import { source } from './device/source.ts';
import { format } from './format/target.ts';
import { kas } from './keys/kas.ts';
import { tokens } from './keys/tokens.ts';
import { contract } from './service/contract.ts';
import { multipart } from './service/multipart.ts';
import type { Target } from './target.ts';
import { documents } from './viewers/documents.ts';

/** The targets by their names on the command line. */
export const TARGETS: Readonly<Record<string, Target>> = {
  format,
  kas,
  tokens,
  push,
  source,
  documents,
  multipart,
  contract,
};
