import { useMemo } from 'react';
import { useTenant } from '../../platform/session/index.ts';
import Palette from '../../shell/palette/palette.component.tsx';
import { useActionSource } from './action-source.hook.ts';
import { useConversationSource } from './conversation-source.hook.ts';
import { useDocumentSource } from './document-source.hook.ts';
import { useScreenSource } from './screen-source.hook.ts';
import { useWorkSource } from './work-source.hook.ts';

/** The palette with everything that it finds; mounted while it is open. */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const tid = useTenant()?.tid ?? '';
  const [actions, work, documents, conversations, screens] = [
    useActionSource(),
    useWorkSource(),
    useDocumentSource(),
    useConversationSource(),
    useScreenSource(),
  ];
  const sources = useMemo(
    () => [actions, work, documents, conversations, screens],
    [actions, work, documents, conversations, screens],
  );
  return <Palette sources={sources} tid={tid} onClose={onClose} />;
}
