import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Checkbox } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { endSetup } from './setup-state.store.ts';

/** Reminds of the backup of the master key before the assistant ends. */
export function FinishStep() {
  const texts = useTexts().setup.finish;
  const navigate = useNavigate();
  const [isStored, setStored] = useState(false);
  return (
    <div className="stack">
      <Notice kind="warning">{texts.lead}</Notice>
      <p>{texts.backup}</p>
      <Checkbox isSelected={isStored} onChange={setStored}>
        {texts.stored}
      </Checkbox>
      <div>
        <Button
          kind="primary"
          isDisabled={!isStored}
          onPress={() => {
            endSetup();
            void navigate('/operator', { replace: true });
          }}
        >
          {texts.open}
        </Button>
      </div>
    </div>
  );
}
