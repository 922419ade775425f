/** Bytes that JSON is held together by. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const LIST_END = 0x5d;
export const OPEN = 0x7b;
export const CLOSE = 0x7d;
