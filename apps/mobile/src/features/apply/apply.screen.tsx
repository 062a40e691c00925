import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useQueryParams } from '../../app/shell/query.hook.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { AdoptDraft } from './adopt-draft.component.tsx';
import { ApplicationForm } from './application-form.component.tsx';
import { beginAddress, readAddress, withDepth, writeAddress } from './apply-address.rules.ts';
import { type Sent, useArrival } from './arrival.hook.ts';
import { ChooseType } from './choose-type.component.tsx';
import { NewDraft } from './new-draft.component.tsx';
import { randomID } from './new-draft.rules.ts';
import { ResumeDraft } from './resume-draft.component.tsx';

/**
 * /work?view=apply: choose a type; &type=…&draft=… writes a draft, &flow=… adopts a draft of the service,
 * &file=… attaches a document.
 */
export default function ApplyScreen() {
  const { shell } = useTexts();
  const navigate = useNavigate();
  const address = readAddress(useQueryParams());
  const [sent, setSent] = useState<Sent | null>(null);
  useArrival(sent);
  if (sent !== null) return <Screen title={shell.views.apply}>{null}</Screen>;
  if (address.step === 'adopt') return <AdoptDraft key={address.flowID} flowID={address.flowID} />;
  if (address.step === 'choose') {
    return (
      <ChooseType
        attach={address.attach}
        onChoose={(type, draftID) =>
          void navigate(
            address.attach === null
              ? writeAddress(type, draftID ?? randomID())
              : beginAddress(type, address.attach),
            { state: withDepth(1) },
          )
        }
      />
    );
  }
  if (address.step === 'resume') return <ResumeDraft key={address.draftID} draftID={address.draftID} />;
  if (address.step === 'begin') return <NewDraft type={address.type} attach={address.attach} />;
  const { type, draftID } = address;
  return <ApplicationForm key={draftID} type={type} draftID={draftID} onSent={setSent} />;
}
