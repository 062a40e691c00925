// The number of arguments of a call is limited, so the bytes are converted in chunks.
const maxArguments = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let offset = 0; offset < bytes.length; offset += maxArguments) {
    binary += String.fromCharCode(...bytes.subarray(offset, offset + maxArguments));
  }
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
