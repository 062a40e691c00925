import { useMemo } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useTenant } from '../../platform/session/index.ts';
import Palette from '../../shell/palette/palette.component.tsx';
import { useActionSource } from './action-source.hook.ts';
import { useConversationSource } from './conversation-source.hook.ts';
import { useDocumentSource } from './document-source.hook.ts';
import { usePersonSource } from './person-source.hook.ts';
import { useScreenSource } from './screen-source.hook.ts';
import { useWorkSource } from './work-source.hook.ts';

/** The palette with everything that it finds; mounted while it is open. */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const tid = useTenant()?.tid ?? '';
  const { palette } = useTexts();
  const [actions, work, documents, conversations, people, screens] = [
    useActionSource(),
    useWorkSource(),
    useDocumentSource(),
    useConversationSource(),
    usePersonSource(palette.searchAll),
    useScreenSource(),
  ];
  const sources = useMemo(
    () => [actions, work, documents, conversations, people, screens],
    [actions, work, documents, conversations, people, screens],
  );
  return <Palette sources={sources} tid={tid} onClose={onClose} />;
}
