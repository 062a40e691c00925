import { useFirstTexts } from '../i18n/index.ts';
import { useScreenLoadMark } from '../shell/navigation/heading-focus.hook.ts';
import { useLongWait } from '../ui/long-wait.hook.ts';
import { SkeletonList } from '../ui/skeleton.component.tsx';
import { FallbackScreen } from './fallback-screen.component.tsx';

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
