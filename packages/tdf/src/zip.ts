/** Signatures and sizes of the zip format (PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16). */
export const LOCAL_HEADER_SIGNATURE = 0x04034b50;
export const LOCAL_HEADER_BYTES = 30;
export const DATA_DESCRIPTOR_SIGNATURE = 0x08074b50;
export const DIRECTORY_HEADER_SIGNATURE = 0x02014b50;
export const DIRECTORY_HEADER_BYTES = 46;
export const END_SIGNATURE = 0x06054b50;
export const END_BYTES = 22;
export const END64_SIGNATURE = 0x06064b50;
export const END64_BYTES = 56;
export const LOCATOR64_SIGNATURE = 0x07064b50;
export const LOCATOR64_BYTES = 20;

/** Value of a 32-bit field whose actual value is in the zip64 extra field. */
export const ZIP64_MARKER = 0xffffffff;
export const ZIP64_EXTRA_ID = 0x0001;

export const FLAG_ENCRYPTED = 1;
/** Size and checksum follow the data. */
export const FLAG_DESCRIPTOR = 1 << 3;
export const FLAG_UTF8 = 1 << 11;
