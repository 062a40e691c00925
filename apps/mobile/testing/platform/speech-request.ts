/** The form of a request for speech, as section 7 of the specification prescribes it. */
export const speechRequest = ({ text, token }: { readonly text: string; readonly token: string }) => ({
  text,
  token,
  speed: '5',
  pitch: '5',
  volume: '15',
  voice: '4',
  language: 'zh',
});
