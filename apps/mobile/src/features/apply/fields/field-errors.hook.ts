import { useCallback, useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { ApiError } from '../../../platform/api/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useRefusalText } from '../../../platform/outbox/outbox.hook.ts';
import { useApproverStages } from '../apply.queries.ts';
import { checkDraft, type DraftField, firstFault } from '../check-draft.rules.ts';
import type { ApplicationDraft } from '../draft.types.ts';
import { refusedFault, refusedField } from '../refusal.rules.ts';

export type FieldErrors = Readonly<Partial<Record<DraftField, string>>>;

/**
 * The errors to show: a field's fault once the user has left the field or tried to continue, and the service's
 * rejection.
 */
export function useFieldErrors(draft: ApplicationDraft, refusal: unknown) {
  const { apply } = useTexts();
  const refusalText = useRefusalText();
  const { clock } = usePlatform();
  const [visitedFields, setVisitedFields] = useState<ReadonlySet<DraftField>>(new Set());
  const [hasTriedSubmit, setHasTriedSubmit] = useState(false);
  const markVisited = useCallback(
    (field: DraftField) => setVisitedFields((before) => new Set(before).add(field)),
    [],
  );
  const faults = checkDraft(draft, clock.now(), useApproverStages(draft.type));
  const refused = refusedField(refusal);
  const errors = useMemo(() => {
    const errorTexts: Partial<Record<DraftField, string>> = {};
    for (const [field, fault] of Object.entries(faults) as [
      DraftField,
      NonNullable<(typeof faults)[DraftField]>,
    ][]) {
      if (hasTriedSubmit || visitedFields.has(field)) errorTexts[field] = apply.faults[fault];
    }
    // The generic text of app.invalid_request does not say what to change.
    const isVague = refusal instanceof ApiError && refusal.code === 'app.invalid_request';
    if (refused !== null)
      errorTexts[refused] = refusalText(refusal, isVague ? apply.faults[refusedFault(refused)] : undefined);
    return errorTexts;
  }, [faults, hasTriedSubmit, visitedFields, refused, refusal, apply, refusalText]);
  const firstInvalid = firstFault(faults);
  return {
    errors: errors as FieldErrors,
    firstInvalid: firstInvalid ?? refused,
    isReady: firstInvalid === null,
    markVisited,
    showAllErrors: () => setHasTriedSubmit(true),
  };
}
