import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { randomID } from '../../platform/random.util.ts';
import { useQueryParams } from '../../shell/navigation/query-params.hook.ts';
import { useNavigate } from '../../shell/router/index.ts';
import { Screen } from '../../shell/screen.component.tsx';
import { ApplicationForm } from './application-form.component.tsx';
import { applyDepthState, draftAddress, newDraftAddress, parseApplyAddress } from './apply-address.rules.ts';
import { ChooseType } from './choose-type.component.tsx';
import { AdoptDraft } from './drafts/adopt-draft.component.tsx';
import { NewDraft } from './drafts/new-draft.component.tsx';
import { ResumeDraft } from './drafts/resume-draft.component.tsx';
import { type SentApplication, useNavigateToSent } from './submit/navigate-to-sent.hook.ts';

/**
 * /work?view=apply: choose a type; &type=…&draft=… writes a draft, &flow=… adopts a draft of the service,
 * &file=… attaches a document.
 */
export default function ApplyScreen() {
  const { shell } = useTexts();
  const navigate = useNavigate();
  const address = parseApplyAddress(useQueryParams());
  const [sent, setSent] = useState<SentApplication | null>(null);
  useNavigateToSent(sent);
  if (sent !== null) return <Screen title={shell.views.apply}>{null}</Screen>;
  if (address.step === 'adopt') return <AdoptDraft key={address.flowID} flowID={address.flowID} />;
  if (address.step === 'choose') {
    return (
      <ChooseType
        attachment={address.attachment}
        onChoose={(type, draftID) =>
          navigate(
            address.attachment === null
              ? draftAddress(type, draftID ?? randomID())
              : newDraftAddress(type, address.attachment),
            { state: applyDepthState(1) },
          )
        }
      />
    );
  }
  if (address.step === 'resume') return <ResumeDraft key={address.draftID} draftID={address.draftID} />;
  if (address.step === 'begin') return <NewDraft type={address.type} attachment={address.attachment} />;
  const { type, draftID } = address;
  return <ApplicationForm key={draftID} type={type} draftID={draftID} onSent={setSent} />;
}
