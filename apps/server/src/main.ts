import { setFlagsFromString } from 'node:v8';
import { startService } from './app/start.compose.ts';
import { renderStartupBanner } from './app/startup-banner.util.ts';
import { ConfigError, readConfig } from './infra/config/config.schemas.ts';
import { DatabaseError } from './infra/database/index.ts';
import { MasterKeyError } from './infra/master-key/index.ts';
import { StoreError } from './infra/objects/index.ts';

/** Time for an orderly stop before the process exits anyway. */
const shutdownTimeoutMs = 2500;

// V8 shrinks the heap of a process that allocates little, in one pause of 100 ms or more. A service is often in that state, and its
// callers wait. The usual collections keep the heap within its limit with pauses of 10 to 20 ms.
setFlagsFromString('--no-memory-reducer');

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
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
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
