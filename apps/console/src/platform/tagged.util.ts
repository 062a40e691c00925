/** An object with its entity tag. With the tag, a change of another administrator is not overwritten. */
export type Tagged<T> = { readonly value: T; readonly tag: string };

/** Reads an answer with its `ETag`. */
export async function readTagged<T>(answer: Promise<Response>): Promise<Tagged<T>> {
  const response = await answer;
  const { data } = (await response.json()) as { data: T };
  return { value: data, tag: response.headers.get('ETag') ?? '' };
}

/** The header of a call that is refused if the object has another tag by now. */
export const ifMatch = (tag: string) => ({ headers: tag === '' ? {} : { 'if-match': tag } });
