import { type ReactNode, useState } from 'react';
import { ConflictDialog, type FieldVersions } from '../../kit/conflict-dialog.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';

/** An act on departments. It answers the fields that another administrator changed meanwhile, and does nothing then unless forced. */
type Work = (isForced: boolean) => Promise<readonly FieldVersions[]>;

type ConflictOptions = {
  /** Runs after the act. */
  readonly onDone: () => void;
  /** Runs if the person takes the current version instead. */
  readonly onTaken?: () => void;
  /** The words for an act that has no own version. */
  readonly act?: string;
};

/**
 * Runs acts on departments. The dialog shows both versions of a department that another administrator changed meanwhile, and nothing
 * is overwritten unasked.
 */
export function useDepartmentConflict(): {
  /** @returns false while the person decides. */
  readonly attempt: (work: Work, options: ConflictOptions) => Promise<boolean>;
  /** Shows both versions before the act is attempted. `work` runs if the person keeps their own version. */
  readonly compare: (
    read: () => Promise<readonly FieldVersions[]>,
    work: Work,
    options: ConflictOptions,
  ) => Promise<void>;
  readonly dialog: ReactNode;
} {
  const errorText = useErrorText();
  const [asked, setAsked] = useState<{
    readonly fields: readonly FieldVersions[];
    readonly work: Work;
    readonly options: ConflictOptions;
  } | null>(null);
  const close = () => setAsked(null);
  const attempt = async (work: Work, options: ConflictOptions) => {
    const fields = await work(false);
    if (fields.length > 0) setAsked({ fields, work, options });
    else options.onDone();
    return fields.length === 0;
  };
  const compare = async (
    read: () => Promise<readonly FieldVersions[]>,
    work: Work,
    options: ConflictOptions,
  ) => setAsked({ fields: await read(), work, options });
  const overwrite = async () => {
    if (asked === null) return;
    close();
    try {
      await asked.work(true);
      asked.options.onDone();
    } catch (error) {
      showToast({ color: 'error', text: errorText(error) });
    }
  };
  const dialog =
    asked === null ? null : (
      <ConflictDialog
        fields={asked.fields}
        act={asked.options.act}
        onTakeTheirs={() => {
          close();
          asked.options.onTaken?.();
        }}
        onOverwrite={() => void overwrite()}
        onClose={close}
      />
    );
  return { attempt, compare, dialog };
}
