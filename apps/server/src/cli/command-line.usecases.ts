import { parseArgs } from 'node:util';
import { TdfError } from '@sealflow/tdf/reader';
import { BackupError } from '../infra/backup/backup.errors.ts';
import { ConfigError } from '../infra/config/config.schemas.ts';
import { DatabaseError } from '../infra/database/database.errors.ts';
import { MasterKeyError } from '../infra/master-key/master-key.errors.ts';
import { StoreError } from '../infra/objects/objects.errors.ts';
import { administrationCommands } from './administration.command.ts';
import { auditCommand, auditExportCommand, auditListCommand } from './audit.command.ts';
import { auditVerifyCommand } from './audit-verify.command.ts';
import { backupCommand, restoreCommand } from './backup.command.ts';
import type { Command, CommandOutput, Invocation } from './command.types.ts';
import { configGetCommand, configListCommand, configSetCommand } from './config.command.ts';
import { demoCommand } from './demo.command.ts';
import {
  commandHelp,
  commandPrefix,
  commandsOfGroup,
  findCommand,
  groupHelp,
  overviewHelp,
} from './help.util.ts';
import { mailTestCommand } from './mail.command.ts';
import { masterKeyCommands } from './master-key.command.ts';
import type { OperatorService, RemoteTarget } from './operator-service.client.ts';
import { releaseListCommand, releaseWithdrawCommand } from './release.command.ts';
import { releasePublishCommand } from './release-publish.command.ts';
import { renderCommand } from './render.command.ts';
import { inspectCommand, sealCommand } from './seal.command.ts';
import { CommandError, UsageError } from './usage.errors.ts';

const commands: readonly Command[] = [
  demoCommand,
  sealCommand,
  inspectCommand,
  renderCommand,
  ...administrationCommands,
  releasePublishCommand,
  releaseWithdrawCommand,
  releaseListCommand,
  configListCommand,
  configGetCommand,
  configSetCommand,
  auditListCommand,
  auditExportCommand,
  auditVerifyCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  ...masterKeyCommands,
  mailTestCommand,
];

/** The environment in which a command line runs: the process in production, fakes in tests. */
export interface CommandLineEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths. */
  readonly folder: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The standard input. */
  readonly input?: () => Promise<string>;
}

/** Runs one command line. @returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommandLine(
  words: readonly string[],
  environment: CommandLineEnvironment,
): Promise<number> {
  const normalizedWords = words[0] === 'help' ? [...words.slice(1), '--help'] : words;
  const found = findCommand(commands, normalizedWords);
  try {
    if (found) return await run(found.command, found.rest, environment);
    const plain = normalizedWords.filter((word) => !word.startsWith('-'));
    const group = commandsOfGroup(commands, plain[0]);
    if (group.length > 0 && plain.length === 1) return print(environment, groupHelp(group));
    if (plain.length === 0 || normalizedWords.includes('--help'))
      return print(environment, overviewHelp(commands));
    throw new UsageError(`unknown command ${plain.join(' ')}`);
  } catch (error) {
    return printError(environment, error, found?.command);
  }
}

async function run(
  command: Command,
  words: readonly string[],
  environment: CommandLineEnvironment,
): Promise<number> {
  const { positionals, values } = parseWords(command, words);
  if (values['help'] === true)
    return print(environment, commandHelp(command, commandsOfGroup(commands, command.name)));
  let connection: Promise<OperatorService> | undefined;
  const invocation: Invocation = {
    positionals,
    values,
    env: environment.env,
    folder: environment.folder,
    service: () => (connection ??= connect(environment, remoteTarget(values))),
    input: environment.input ?? (() => Promise.reject(new UsageError('standard input is not available'))),
  };
  let output: CommandOutput;
  try {
    output = await command.run(invocation);
  } finally {
    await (await connection?.catch(() => undefined))?.close();
  }
  print(environment, values['json'] === true ? [JSON.stringify(output.json)] : output.lines);
  return output.isFailure ? 1 : 0;
}

/** Loaded lazily: the client imports the whole service, which few commands need. */
async function connect(
  { env, folder }: CommandLineEnvironment,
  normalizedWords: RemoteTarget,
): Promise<OperatorService> {
  const { connectToService } = await import('./operator-service.client.ts');
  return connectToService({ env, folder, ...normalizedWords });
}

function remoteTarget(values: Invocation['values']): RemoteTarget {
  const [url, credentialFile] = [values['url'], values['credential-file']];
  return {
    ...(typeof url === 'string' ? { url } : {}),
    ...(typeof credentialFile === 'string' ? { credentialFile } : {}),
  };
}

const commonOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  url: { type: 'string' },
  'credential-file': { type: 'string' },
} as const;

function parseWords({ options }: Command, words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: { ...options, ...commonOptions },
      allowPositionals: true,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The first sentence names the option. The others advise to write it as a positional argument, which no command expects.
    throw new UsageError(message.split('. ')[0] ?? message);
  }
}

function print({ out }: CommandLineEnvironment, lines: readonly string[]): 0 {
  out(`${lines.join('\n')}\n`);
  return 0;
}

function printError({ err }: CommandLineEnvironment, error: unknown, command: Command | undefined): number {
  if (error instanceof UsageError) {
    const hint = command
      ? `usage: ${commandPrefix} ${command.usage}`
      : `${commandPrefix} --help lists the commands`;
    err(`${error.message}\n${hint}\n`);
    return 2;
  }
  err(`${explain(error)}\n`);
  return 1;
}

/** Known errors become one line for the operator; any other error shows its stack. */
function explain(error: unknown): string {
  if (error instanceof TdfError) return `${error.message} (${error.code})`;
  const explainedErrors = [BackupError, CommandError, ConfigError, DatabaseError, MasterKeyError, StoreError];
  if (explainedErrors.some((kind) => error instanceof kind)) return (error as Error).message;
  // Node's file system errors already name the path and the cause.
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
