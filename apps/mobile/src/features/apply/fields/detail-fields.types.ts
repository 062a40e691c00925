import type { ChangeDetails } from '../drafts/draft.hook.ts';
import type { ApplicationDraft } from '../drafts/draft.types.ts';
import type { DraftField } from '../submit/check-draft.rules.ts';
import type { FieldErrors } from './field-errors.hook.ts';

/** The props of every detail field. */
export type DetailFieldsProps = {
  readonly draft: ApplicationDraft;
  readonly errors: FieldErrors;
  readonly onChange: ChangeDetails;
  readonly onLeave: (field: DraftField) => void;
};
