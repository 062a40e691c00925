import { convertToPdf } from '@sealflow/viewers/exact/exact-pages.viewer.ts';
import { exactKindOf, type Format } from '@sealflow/viewers/format/format.rules.ts';
import { ViewerError, type ViewerStage } from '@sealflow/viewers/viewer/viewer.types.ts';
import {
  downloadEngine,
  exactPagesObstacle,
  isEngineCached,
  readCachedEngine,
} from '../../apps/mobile/src/platform/exact-pages/engine-cache.usecases.ts';

/** The cache of the engine. It contains no part of a document. */
export const engineCache = 'exact-engine';

/** Makes exact pages as the app does. The engine is fetched once for all documents of a browser. */
export async function makeExactPages(
  stage: ViewerStage,
  name: string,
  format: Format,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const kind = exactKindOf(format);
  if (kind === null) return null;
  const manifest = await (await fetch('/exact-engine/manifest.json')).json();
  const obstacle = exactPagesObstacle(manifest);
  if (obstacle !== null) throw new ViewerError('viewerNotLoaded', { cause: obstacle });
  if (!(await isEngineCached(manifest)))
    await downloadEngine(manifest, { signal: stage.signal, onProgress: () => undefined });
  return convertToPdf({ stage, name, format: kind, readEngine: readCachedEngine(manifest) });
}
