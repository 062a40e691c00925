import { useFirstTexts } from '../i18n/index.ts';
import { SkeletonList } from '../ui/skeleton.component.tsx';
import { useLongWait } from '../ui/waiting.hook.ts';
import { FallbackScreen } from './plain-screen.component.tsx';
import { useScreenLoadMark } from './shell/arrival.hook.ts';

/** Shown while a screen's code loads: nothing in the first moment, then placeholders and a way back. */
export function ScreenLoading() {
  const { common } = useFirstTexts();
  useScreenLoadMark();
  if (!useLongWait(true)) return null;
  return (
    <FallbackScreen>
      <SkeletonList label={common.loading} />
    </FallbackScreen>
  );
}
