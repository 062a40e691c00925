import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RenderingLimits, repairArgument, type SandboxKind } from './rendering.types.ts';
import { findSandboxKind, runSandboxed, SandboxedProcessError } from './sandboxed-process.adapter.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const script = path.join(folder, 'rendering.worker.ts');

/** The folder of the viewers' package, and the link by which Node finds it. */
function viewersFolders(): readonly string[] {
  const candidates = createRequire(import.meta.url).resolve.paths('@sealflow/viewers') ?? [];
  const link = candidates.map((modules) => path.join(modules, '@sealflow/viewers')).find(existsSync);
  return link === undefined ? [] : [link, realpathSync(link)];
}

/**
 * What a rendering process reads: code without secrets, the engine and the fonts. An installation without renditions may lack the
 * engine, and still starts.
 */
async function readableFolders(): Promise<readonly string[]> {
  const { engineFolders } = await import('@sealflow/viewers/build/exact-engine.pack.mjs');
  return [folder, ...viewersFolders(), ...engineFolders];
}

export const defaultRenderingLimits: RenderingLimits = {
  timeMs: 120_000,
  memoryBytes: 2_000 * 1_048_576,
  outputBytes: 256 * 1_048_576,
};

/** The part of the memory that the engine takes for itself: its code and its files are outside. */
const engineShare = 0.75;

interface RenderRequest {
  readonly kind: SandboxKind;
  readonly document: Uint8Array;
  /** Fields of the document show it, and its extension is a hint for the format. */
  readonly name: string;
  readonly limits?: RenderingLimits;
}

/**
 * Converts an office document to PDF in a process of its own without network and disk. A damaged picture ends the engine; then a
 * second process repairs the pictures first.
 * @throws SandboxedProcessError
 */
export async function renderDocument({
  kind,
  document,
  name,
  limits = defaultRenderingLimits,
}: RenderRequest): Promise<Buffer> {
  const engineBytes = Math.floor(limits.memoryBytes * engineShare);
  const readable = await readableFolders();
  const render = (...more: readonly string[]) =>
    runSandboxed({
      kind,
      script,
      scriptArguments: [String(engineBytes), ...more],
      readable,
      limits,
      // Other users of the machine read the arguments of a process, but not its input.
      input: Buffer.concat([Buffer.from(`${name.replaceAll('\n', ' ')}\n`), document]),
    });
  return render().catch((error: unknown) => {
    if (error instanceof SandboxedProcessError && error.end === 'failed') return render(repairArgument);
    throw error;
  });
}

/** Creates a function like {@link renderDocument}, with the isolation that this machine allows. */
export function createRenderer(): (request: Pick<RenderRequest, 'document' | 'name'>) => Promise<Buffer> {
  let kind: Promise<SandboxKind> | undefined;
  return async (request) => renderDocument({ ...request, kind: await (kind ??= findSandboxKind()) });
}
