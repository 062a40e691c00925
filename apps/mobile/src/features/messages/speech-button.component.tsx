import { useTexts } from '../../i18n/index.ts';
import { useSpeaking } from '../../platform/speech/speaker.usecases.ts';
import { useCanSpeak, useSpeaker } from '../../platform/speech/speech.hook.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { IconButton } from '../../ui/button.component.tsx';
import { PlayIcon, StopIcon } from '../../ui/icons.component.tsx';

type SpeechButtonProps = { readonly id: string; readonly text: string };

/** Reads a message aloud or stops it; hidden if the device has no voice. */
export function SpeechButton({ id, text }: SpeechButtonProps) {
  const { messages } = useTexts();
  const speaker = useSpeaker();
  const isSpeaking = useSpeaking((state) => state.id === id);
  if (!useCanSpeak()) return null;
  const play = async () => {
    if ((await speaker.readNow({ id, text })) === 'failed')
      showSnackbar({ color: 'error', text: messages.speechFailed });
  };
  return (
    <IconButton
      label={isSpeaking ? messages.stop : messages.play}
      onClick={() => (isSpeaking ? speaker.stop() : void play())}
    >
      {isSpeaking ? <StopIcon /> : <PlayIcon />}
    </IconButton>
  );
}
