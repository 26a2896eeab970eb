/** Sends a request again while it took longer than a server allows: a limit that is short may be too short on a busy machine. */
export async function answeredInTime<Answer extends { readonly status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 408) return answer;
  }
}
