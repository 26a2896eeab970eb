/** What is expected where {@link isEscaped} is false. */
export const ESCAPED = 'an address in which each % begins an escape, such as %25 for % itself';

/** Whether the parts of an address that are decoded can be. The path of a web address is sent as it is written. */
export function isEscaped({ protocol, username, password, hostname, pathname }: URL): boolean {
  const isWeb = /^https?:$/.test(protocol);
  try {
    for (const part of [username, password, hostname, isWeb ? '' : pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
