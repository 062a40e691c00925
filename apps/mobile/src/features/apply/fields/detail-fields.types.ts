import type { DraftField } from '../check-draft.rules.ts';
import type { ApplicationDraft } from '../draft.types.ts';
import type { ChangeDetails } from '../drafts/draft.hook.ts';
import type { FieldErrors } from './field-errors.hook.ts';

/** The props of every detail field. */
export type DetailFieldsProps = {
  readonly draft: ApplicationDraft;
  readonly errors: FieldErrors;
  readonly onChange: ChangeDetails;
  readonly onLeave: (field: DraftField) => void;
};
