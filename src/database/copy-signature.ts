/** The first bytes of COPY's binary format. Source: PostgreSQL manual, COPY, "Binary Format". */
export const COPY_SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');

/** Bytes of the head: the signature, flags, and the length of its extension, which is 0. */
export const COPY_HEAD_BYTES = COPY_SIGNATURE.length + 8;
