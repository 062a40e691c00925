import { useFirstTexts } from '../i18n/index.ts';
import { SkeletonList } from '../ui/skeleton.component.tsx';
import { useLongWait } from '../ui/waiting.hook.ts';
import { PlainScreen } from './plain-screen.component.tsx';

/** While the code of a screen comes; nothing in the first moment, and a way back after it. */
export function Arriving() {
  const { common } = useFirstTexts();
  if (!useLongWait(true)) return null;
  return (
    <PlainScreen>
      <SkeletonList label={common.loading} />
    </PlainScreen>
  );
}
