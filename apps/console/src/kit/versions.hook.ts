import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useState } from 'react';
import type { Tagged } from '../platform/tagged.util.ts';

/** A write on the version that the person saw. */
export type Write<T> = (base: Tagged<T>) => Promise<unknown>;

export type Versions<T> = {
  /** The version that the form or the question started from. */
  readonly base: Tagged<T>;
  /** The current version while both are compared; otherwise null. */
  readonly theirs: Tagged<T> | null;
  /**
   * Writes on the version that the person saw.
   * @returns false if another administrator changed it meanwhile; both versions are then compared.
   * @throws ApiError for any other refusal.
   */
  readonly attempt: (write: Write<T>) => Promise<boolean>;
  /** Reads the current version and compares both. `write` runs if the person keeps their own version. */
  readonly compare: (write: Write<T>) => Promise<void>;
  /** Starts again from the current version. */
  readonly takeTheirs: () => void;
  /** Starts again from a version, for example the one that was just written. */
  readonly start: (version: Tagged<T>) => void;
  /** Continues on a version that the form was written to. The form keeps its values. */
  readonly advance: (version: Tagged<T>) => void;
  /** Reads the current version and starts again from it. */
  readonly load: () => Promise<void>;
  /** Writes on the current version. @returns as `attempt`. */
  readonly overwrite: () => Promise<boolean>;
  readonly close: () => void;
};

type VersionOptions<T> = {
  /** Reads the current version. */
  readonly read: () => Promise<Tagged<T>>;
  /** Fills the form with a version. */
  readonly show?: (value: T) => void;
  /** Whether the form has typed values. A form that says no follows what the page loads. */
  readonly isDirty?: boolean;
};

/**
 * The version of an object that a form or a question started from, and the current one when they differ. It does not change
 * by itself once the person typed, whatever the page loads meanwhile.
 */
export function useVersions<T>(
  loaded: Tagged<T>,
  { read, show, isDirty = true }: VersionOptions<T>,
): Versions<T> {
  const [base, setBase] = useState(loaded);
  const [loadedTag, setLoadedTag] = useState(loaded.tag);
  const [conflict, setConflict] = useState<{ theirs: Tagged<T>; write: Write<T> } | null>(null);
  const compare = async (write: Write<T>) => setConflict({ theirs: await read(), write });
  const attemptOn = async (seen: Tagged<T>, write: Write<T>): Promise<boolean> => {
    try {
      await write(seen);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'admin.changed_meanwhile') throw error;
      await compare(write);
      return false;
    }
  };
  const start = (version: Tagged<T>) => {
    setBase(version);
    show?.(version.value);
    setConflict(null);
  };
  if (loaded.tag !== loadedTag) {
    setLoadedTag(loaded.tag);
    if (!isDirty && loaded.tag !== base.tag) start(loaded);
  }
  return {
    base,
    theirs: conflict?.theirs ?? null,
    attempt: (write) => attemptOn(base, write),
    compare,
    takeTheirs: () => {
      if (conflict !== null) start(conflict.theirs);
    },
    start,
    advance: setBase,
    load: async () => start(await read()),
    overwrite: async () => {
      if (conflict === null) return false;
      setBase(conflict.theirs);
      setConflict(null);
      return attemptOn(conflict.theirs, conflict.write);
    },
    close: () => setConflict(null),
  };
}
