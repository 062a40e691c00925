/**
 * What is read of a file's header at once, in bytes: several times that of the largest document that is stored. Parsing
 * more would hold up everyone for the sake of one file.
 */
export const headerLimit = 4 * 1024 * 1024;
