import type { DraftField } from './check-draft.rules.ts';
import type { ChangeDetails } from './draft.hook.ts';
import type { ApplicationDraft } from './draft.types.ts';
import type { FieldErrors } from './faults.hook.ts';

/** What each of an application's details is filled in with. */
export type DetailFieldsProps = {
  readonly draft: ApplicationDraft;
  readonly errors: FieldErrors;
  readonly onChange: ChangeDetails;
  readonly onLeave: (field: DraftField) => void;
};
