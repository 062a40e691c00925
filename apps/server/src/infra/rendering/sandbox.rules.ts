import type { SandboxKind } from './rendering.types.ts';

/**
 * New namespaces for users, network, processes, messages and host name. The process becomes process 1 of its namespace and is
 * killed with `unshare`, which is killed with the service's pipe.
 */
const namespaces = [
  '--user',
  '--map-current-user',
  '--net',
  '--pid',
  '--ipc',
  '--uts',
  '--fork',
  '--kill-child',
];

/** The kernel refuses to write a byte to a file, to dump memory, and to compute longer than this. */
const resourceLimits = (cpuSeconds: number) => ['--fsize=0', '--core=0', `--cpu=${cpuSeconds}`];

export interface SandboxedCommand {
  readonly nodePath: string;
  readonly script: string;
  readonly scriptArguments: readonly string[];
  /** Files and folders that the process may read. It may write none. */
  readonly readable: readonly string[];
  readonly cpuSeconds: number;
}

/** The command that runs a script of Node without network and disk. The first part is the program. */
export function sandboxCommand(
  kind: SandboxKind,
  { nodePath, script, scriptArguments, readable, cpuSeconds }: SandboxedCommand,
): readonly [string, ...string[]] {
  const node = [
    nodePath,
    '--permission',
    '--allow-worker',
    ...readable.map((one) => `--allow-fs-read=${one}`),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    script,
    ...scriptArguments,
  ];
  if (kind === 'permissions') return [nodePath, ...node.slice(1)];
  return ['unshare', ...namespaces, '--', 'prlimit', ...resourceLimits(cpuSeconds), '--', ...node];
}
