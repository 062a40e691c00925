/** Adds a platform authenticator to the browser, which derives a secret after it has verified the user. */
export function browserPerson(replace: (target: object, name: string, value: unknown) => unknown) {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  let canVerify = false;
  let isVerified = true;
  const requireVerification = () => {
    if (!isVerified) throw new DOMException('', 'NotAllowedError');
  };
  const credential = (prf: object) => ({
    rawId: new Uint8Array([1, 2, 3]).buffer,
    getClientExtensionResults: () => ({ prf }),
  });
  type CredentialRequest = {
    readonly publicKey: { readonly extensions: { prf: { eval: { first: Uint8Array<ArrayBuffer> } } } };
  };
  replace(PublicKeyCredential, 'isUserVerifyingPlatformAuthenticatorAvailable', async () => canVerify);
  replace(navigator, 'credentials', {
    create: async () => {
      requireVerification();
      return credential({ enabled: true });
    },
    get: async ({ publicKey }: CredentialRequest) => {
      requireVerification();
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
      const first = await crypto.subtle.sign('HMAC', key, publicKey.extensions.prf.eval.first);
      return credential({ results: { first } });
    },
  });
  return {
    setCanVerifyUser: (next: boolean) => {
      canVerify = next;
    },
    setUserVerified: (next: boolean) => {
      isVerified = next;
    },
  };
}
