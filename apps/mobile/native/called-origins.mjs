const origin = (name, address) => {
  const url = URL.parse(address);
  if (url?.protocol === 'https:') return url.origin;
  throw new Error(`${name} must be an https address: ${address}`);
};

/**
 * Origins that the page of the native shells calls: the service, and the speech service where the deployment has one.
 * @param {{ VITE_API_HOST?: string, SPEECH_URL?: string }} env
 * @returns {string[]}
 */
export function calledOrigins({ VITE_API_HOST: host, SPEECH_URL: speech }) {
  if (!host) throw new Error('A native build needs VITE_API_HOST: npm run native:build -- test|production');
  return [origin('VITE_API_HOST', host), ...(speech ? [origin('SPEECH_URL', speech)] : [])];
}
