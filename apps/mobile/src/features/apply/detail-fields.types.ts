import type { DraftField } from './check-draft.rules.ts';
import type { ChangeDetails } from './draft.hook.ts';
import type { ApplicationDraft } from './draft.types.ts';
import type { FieldErrors } from './faults.hook.ts';

/** The props of every detail field. */
export type DetailFieldsProps = {
  readonly draft: ApplicationDraft;
  readonly errors: FieldErrors;
  readonly onChange: ChangeDetails;
  readonly onLeave: (field: DraftField) => void;
};
