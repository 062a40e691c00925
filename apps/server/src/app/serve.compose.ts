import { flushCompileCache } from 'node:module';
import { ConfigError, readConfig } from '../infra/config/config.schemas.ts';
import { DatabaseError } from '../infra/database/index.ts';
import { MasterKeyError } from '../infra/master-key/index.ts';
import { StoreError } from '../infra/objects/index.ts';
import { startService } from './start.compose.ts';
import { renderStartupBanner } from './startup-banner.util.ts';

/** Time for an orderly stop before the process exits anyway. */
const shutdownTimeoutMs = 2500;

/** Runs the service until a signal. A start that fails writes its cause to stderr and ends the process with 1. */
export async function serve(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const started = await startService({
      config,
      onDatabaseLost: () => {
        process.stderr.write('The embedded database stopped unexpectedly: shutting down.\n');
        process.exit(1);
      },
    });
    stopOnSignals(() => started.stop());
    process.stdout.write(`${renderStartupBanner(started, config)}\n`);
    // A killed process would not write it. It takes 0.3 s, once after each change of the code.
    flushCompileCache();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/**
 * Stops the service on SIGTERM or SIGINT and exits; a second signal exits immediately. The time is limited, because a
 * client that keeps its connection busy must not prevent the service from being replaced.
 */
function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Known start-up failures become one line for the operator; any other error shows its stack. */
function explain(error: unknown): string {
  if ([ConfigError, DatabaseError, MasterKeyError, StoreError].some((kind) => error instanceof kind)) {
    const { message, cause } = error as Error;
    return `Sealflow does not start: ${message}${causeSuffix(cause)}`;
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Sealflow does not start: ${error.message}. Choose another PORT.`;
  }
  const addressErrorCodes = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'];
  if (error instanceof Error && 'code' in error && addressErrorCodes.includes(String(error.code))) {
    return `Sealflow does not start: HOST is not an address of this machine (${error.message}).`;
  }
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen') {
    return `Sealflow does not start: cannot listen on PORT (${error.message}).`;
  }
  if (error instanceof Error && 'syscall' in error)
    return `Sealflow does not start: ${describeFileError(error)}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The system's message names the file and the cause; the second sentence says how to fix it. */
function describeFileError(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  const remedy = {
    ENOSPC: 'The disk is full: free some space, then start again.',
    EDQUOT: 'The disk quota is exceeded: free some space, then start again.',
    EACCES: 'The user of the service needs access to it.',
    EPERM: 'The user of the service needs access to it.',
    EROFS: 'The file system is read-only: set DATA_DIR or MASTER_KEY_FILE to a writable path.',
  }[code];
  return remedy ? `${error.message}. ${remedy}` : error.message;
}

function causeSuffix(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  // Connecting to a name with several addresses fails with an AggregateError, whose message is empty.
  const reason = cause.message || ('code' in cause ? String(cause.code) : cause.name);
  return ` (${reason})`;
}
