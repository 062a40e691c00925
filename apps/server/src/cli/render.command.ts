import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultRenderingLimits, renderDocument } from '../infra/rendering/render-document.adapter.ts';
import type { SandboxKind } from '../infra/rendering/rendering.types.ts';
import {
  findSandboxKind,
  type ProcessEnd,
  SandboxedProcessError,
} from '../infra/rendering/sandboxed-process.adapter.ts';
import type { Command } from './command.types.ts';
import { findOption, requirePositional } from './options.util.ts';
import { assertNotExisting, moveIntoPlace } from './output-file.util.ts';
import { CommandError } from './usage.errors.ts';

const isolations: Readonly<Record<SandboxKind, string>> = {
  namespaces: 'no network by the kernel (namespaces), no disk by the permission model of Node',
  permissions: 'no disk and no network by Node alone: this machine allows no namespaces',
};

const failures: Readonly<Record<ProcessEnd, string>> = {
  failed: 'the document cannot be converted: it is damaged, needs a password, or has an unknown format',
  tooSlow: `the conversion was killed after ${defaultRenderingLimits.timeMs / 1_000} seconds`,
  tooMuchMemory: `the conversion was killed at ${defaultRenderingLimits.memoryBytes / 1_048_576} MiB of memory`,
  tooLarge: `the conversion was killed at ${defaultRenderingLimits.outputBytes / 1_048_576} MiB of pages`,
};

export const renderCommand: Command = {
  name: 'render',
  usage: 'render FILE [--out FILE] [--force] [--json]',
  summary: 'converts an office document to PDF in a process without network and disk; needs no service',
  options: { out: { type: 'string' }, force: { type: 'boolean' } },
  details: [
    'The engine is that of the exact pages of the app. The output says how the process is isolated on this machine.',
    'Without --out the result is FILE.pdf. An existing file is replaced only with --force.',
  ],
  run: async (invocation) => {
    const source = path.resolve(invocation.folder, requirePositional(invocation, 'FILE'));
    const out = path.resolve(invocation.folder, findOption(invocation, 'out') ?? `${source}.pdf`);
    const force = invocation.values['force'] === true;
    await assertNotExisting(out, force);
    const kind = await findSandboxKind();
    const pages = await renderFile(source, kind);
    const temporaryPath = `${out}.${randomUUID().slice(0, 8)}.part`;
    try {
      await writeFile(temporaryPath, pages, { flag: 'wx', flush: true });
      await moveIntoPlace(temporaryPath, out, force);
    } finally {
      await rm(temporaryPath, { force: true });
    }
    const lines = [out, `${pages.length} bytes`, `isolation: ${isolations[kind]}`];
    return { json: { file: out, size: pages.length, isolation: kind }, lines };
  },
};

async function renderFile(source: string, kind: SandboxKind): Promise<Buffer> {
  const document = await readFile(source);
  try {
    return await renderDocument({ kind, document, name: path.basename(source) });
  } catch (error) {
    if (error instanceof SandboxedProcessError) throw new CommandError(failures[error.end]);
    throw error;
  }
}
