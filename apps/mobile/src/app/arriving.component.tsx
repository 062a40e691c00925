import { useFirstTexts } from '../i18n/index.ts';
import { SkeletonList } from '../ui/skeleton.component.tsx';
import { useLongWait } from '../ui/waiting.hook.ts';
import { PlainScreen } from './plain-screen.component.tsx';
import { useArrivalWait } from './shell/arrival.hook.ts';

/** Shown while a screen's code loads: nothing in the first moment, then placeholders and a way back. */
export function Arriving() {
  const { common } = useFirstTexts();
  useArrivalWait();
  if (!useLongWait(true)) return null;
  return (
    <PlainScreen>
      <SkeletonList label={common.loading} />
    </PlainScreen>
  );
}
