/** Signatures and sizes of the zip format (PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16). */
export const LOCAL_HEADER = 0x04034b50;
export const LOCAL_HEADER_SIZE = 30;
export const DATA_DESCRIPTOR = 0x08074b50;
export const DIRECTORY_HEADER = 0x02014b50;
export const DIRECTORY_HEADER_SIZE = 46;
export const END = 0x06054b50;
export const END_SIZE = 22;
export const END64 = 0x06064b50;
export const END64_SIZE = 56;
export const LOCATOR64 = 0x07064b50;
export const LOCATOR64_SIZE = 20;

/** Value of a 32-bit field whose actual value is in the zip64 extra field. */
export const IN_ZIP64 = 0xffffffff;
export const ZIP64_EXTRA = 0x0001;

export const FLAG_ENCRYPTED = 1;
/** Size and checksum follow the data. */
export const FLAG_DESCRIPTOR = 1 << 3;
export const FLAG_UTF8 = 1 << 11;
