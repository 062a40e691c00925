import type { ErrorCode } from '@sealflow/domain/errors';

/**
 * The load status of section 4: 0 loading, 200 loaded, 400 an error. With an error the list is empty and its
 * total is 0.
 */
export type ListLoad =
  | { readonly status: 0; readonly total: 0 }
  | { readonly status: 200; readonly total: number }
  | { readonly status: 400; readonly total: 0; readonly error: Error; readonly code: ErrorCode | null };

type ListQueryState = {
  readonly total: number | undefined;
  readonly error: Error | null;
};

/** A cancelled request is no error (section 8): the list stays unchanged. */
export const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export function listLoad({ total, error }: ListQueryState): ListLoad {
  if (error !== null && !isCancelled(error)) {
    const code = 'code' in error ? (error.code as ErrorCode) : null;
    return { status: 400, total: 0, error, code };
  }
  return total === undefined ? { status: 0, total: 0 } : { status: 200, total };
}
