/**
 * Maximum size of a file header that is parsed: several times that of the largest supported document. Parsing a larger one
 * would block the event loop for all requests.
 */
export const maxHeaderBytes = 4 * 1024 * 1024;
