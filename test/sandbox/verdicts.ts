import { expect } from 'vitest';
import { SANDBOX_ERRORS, type SandboxError } from '../../src/settings/sandbox.ts';
import { headersOf, type OrderBody } from './pay-in-requests.ts';
import type { Answered, ServedSandbox } from './served-sandbox.ts';

/** Expects that a request was refused for a reason of the sandbox, and that the message has this text. */
export function expectRefused(answer: Answered, error: SandboxError, text: RegExp | string = ''): void {
  const [code, status] = SANDBOX_ERRORS[error];
  expect(answer.body, answer.text).toMatchObject({ code, message: expect.stringMatching(text) });
  expect(answer.status).toBe(status);
}

/** Expects that a request is accepted with each of these values, and refused with each of those. */
export async function expectRule(
  served: ServedSandbox,
  bodyWith: (value: unknown) => OrderBody,
  rule: {
    readonly accepted: readonly unknown[];
    readonly refused: readonly unknown[];
    readonly field: string;
  },
): Promise<void> {
  for (const value of rule.accepted) {
    const body = await sendNumbered(served, bodyWith(value));
    expect(body.body.code, `${JSON.stringify(value)} is refused: ${body.text}`).toBe('00');
  }
  for (const value of rule.refused) {
    const answer = await sendNumbered(served, bodyWith(value));
    expect(answer.body.code, `${JSON.stringify(value)} is accepted`).not.toBe('00');
    expectRefused(answer, 'fieldInvalid');
    expect(answer.body.message).toContain(`${rule.field}:`);
  }
}

let sent = 0;

/** Sends a request whose orderNo, where it is that of the example, is new. */
function sendNumbered(served: ServedSandbox, body: OrderBody): Promise<Answered> {
  sent += 1;
  const isExample = ['BR0001', 'EG0001'].includes(body.orderNo);
  const numbered = isExample ? { ...body, orderNo: `N${String(sent).padStart(8, '0')}` } : body;
  return served.send(numbered, headersOf(numbered));
}
