/** The preference with the draft. */
export const signInDraftKey = 'draft:entry:sign-in';

/** The typed name and consent, shared by both sign-in pages; never a password or a code. */
export type SignInDraft = { readonly name: string; readonly agreed: boolean };

/** Parses a stored draft. @returns null if there is none, or if it is damaged. */
export function parseSignInDraft(text: string | null): SignInDraft | null {
  try {
    return text === null ? null : (JSON.parse(text) as SignInDraft);
  } catch {
    return null;
  }
}
