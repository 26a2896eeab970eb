import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ServiceRequest {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface OwnService {
  readonly url: string;
  /** Requests that have come whole. */
  readonly requests: ServiceRequest[];
}

/** A pay-in request that breaks no rule. */
export const PAY_IN =
  '{"orderNo":"ORDER00001","purpose":"Order","merchant":{"merchantId":"M0001"},' +
  '"money":{"currency":"BRL","amount":20000.00},"payer":{"pixAccount":"52998224725"},"paymentMethod":"PIX"}';

/** The response of the service to it. */
export const ACCEPTED =
  '{"code":"00","message":"Success","orderNo":"ORDER00001","tradeNo":"T1","merchant":{"merchantId":"M0001"},' +
  '"money":{"currency":"BRL","amount":20000.00},"transactionTime":"2026-11-20T09:00:00-03:00",' +
  '"channel":{"paymentMethod":"PIX","paymentUrl":"https://pay.example/1"},"status":"PROCESSING"}';

/** A service on a free port of loopback that answers as the test says, until the test ends. */
export async function startService(
  answer: (response: ServerResponse, request: ServiceRequest) => void = accept,
): Promise<OwnService> {
  const requests: ServiceRequest[] = [];
  const server = createServer(async (request, response) => {
    // A client may be killed while it sends.
    const blocks = await request.toArray().catch(() => undefined);
    if (blocks === undefined) return;
    const { url = '', headers, rawHeaders } = request;
    const received = { url, headers, rawHeaders, body: Buffer.concat(blocks).toString() };
    requests.push(received);
    answer(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Accepts a request. */
export function accept(response: ServerResponse, { body }: { readonly body: string }): void {
  const { orderNo } = JSON.parse(body);
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'X-TIMESTAMP': '2026-11-20T09:00:00-03:00',
  });
  response.end(ACCEPTED.replace('ORDER00001', orderNo));
}
