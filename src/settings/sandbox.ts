import { z } from 'zod';
import { currencyCode, httpUrl, name, seconds, serverAddress, share, texts } from './value-kinds.ts';

/** Names of the faults that the sandbox can make, with what each is. */
export const SANDBOX_FAULTS = {
  offsetMissing: "The callback's transactionTime has no offset",
  offsetWrong: "The callback's transactionTime has an offset that is wrong by whole hours",
  amountChanged: 'The callback has another amount than was requested',
  amountOtherUnit:
    "The callback's amount is in the other unit: reais instead of centavos, piastres instead of pounds",
  duplicate: 'The callback is sent twice',
  conflictingDuplicate: 'A second callback of the same payment has another amount',
  outOfOrder: 'A callback with the status PROCESSING is sent after that with SUCCESS',
  late: 'The callback is sent hours after the payment',
  lost: 'The callback is never sent',
  beforeResponse: 'The payer pays, and the callback is sent, before the pay-in request is answered',
  wrongTradeNo: 'The callback has another tradeNo than the response',
  unknownStatus: 'The callback has a status that the interface does not show',
  emptySubMerchant: "The callback's subMerchantId is empty",
  hugeBurst: 'The callback is held back and sent at the same moment as all others that are',
  connectionDropped:
    'The connection is lost once the receiver has answered, so that the callback is sent again',
  answerNever: 'The order is created, but the pay-in request is never answered',
} as const;

export type SandboxFault = keyof typeof SANDBOX_FAULTS;

const faultNames = Object.keys(SANDBOX_FAULTS) as [SandboxFault, ...SandboxFault[]];
const RATES = 'shares that add up to 1 at most';

const faults = z
  .partialRecord(z.enum(faultNames), share)
  .refine((rates) => Object.values(rates).reduce((sum, rate) => sum + (rate ?? 0), 0) <= 1.000_001, {
    error: RATES,
  })
  .default({})
  .describe('Share of orders (0 to 1) with each fault; an order has one at most')
  .meta({ examples: [{ offsetMissing: 0.1, duplicate: 0.02 }] });

/** Conditions of an error answer, with the sandbox's own code, HTTP status and text. The interface shows none of them. */
export const SANDBOX_ERRORS = {
  contentType: ['SBX01', 415, 'Content-Type must be application/json'],
  bodyUnreadable: ['SBX02', 400, 'The body is not a JSON object in UTF-8'],
  bodyTooLong: ['SBX03', 413, 'The body is too long'],
  headerMissing: ['SBX04', 400, 'A mandatory header is missing'],
  fieldInvalid: ['SBX05', 400, 'A field or header breaks a rule of the interface'],
  variantUnknown: ['SBX06', 400, 'No variant of the interface has this currency and payment method'],
  methodUnknown: ['SBX07', 400, 'The payment method is not offered'],
  merchantUnknown: ['SBX08', 403, 'The merchant or sub-merchant is not known'],
  signatureInvalid: ['SBX09', 401, 'The signature of the request is not right'],
  orderRepeated: ['SBX10', 409, 'The merchant has an order with this orderNo already'],
  amountOutOfRange: ['SBX11', 400, 'The amount is outside the limits of the service'],
  callbackUrlRefused: ['SBX12', 400, 'The sandbox does not call this callbackUrl'],
  tooManyRequests: ['SBX13', 429, 'Too many requests'],
  notFound: ['SBX14', 404, 'There is no such operation'],
  methodNotAllowed: ['SBX15', 405, 'This path takes POST only'],
  unavailable: ['SBX16', 503, 'The service is stopping or cannot store the order'],
  requestBroken: ['SBX17', 400, 'The request is not valid HTTP'],
} as const satisfies Readonly<Record<string, readonly [code: string, httpStatus: number, message: string]>>;

export type SandboxError = keyof typeof SANDBOX_ERRORS;

const CODE = 'a code other than 00';
const errorNames = Object.keys(SANDBOX_ERRORS) as [SandboxError, ...SandboxError[]];

const errorAnswer = z.strictObject({
  code: name
    .refine((text) => text !== '00', { error: CODE })
    .meta({ expected: CODE })
    .optional()
    .describe('Field code of the answer'),
  httpStatus: z.int().min(200).max(599).optional().describe('HTTP status of the answer'),
  message: name.optional().describe('Field message of the answer; what is wrong is added to it'),
});

const errors = z
  .partialRecord(z.enum(errorNames), errorAnswer)
  .default({})
  .describe(
    "Error answers that differ from the sandbox's own; the interface shows no codes and HTTP statuses",
  )
  .meta({ examples: [{ orderRepeated: { code: '41', httpStatus: 200 } }] });

const merchant = z.strictObject({
  merchantId: name.describe('Identifier of the merchant'),
  merchantName: name.optional().describe('Its name in callbacks, where a request has none'),
  accountNo: name.optional().describe('Its settlement account, shown in responses'),
  subMerchants: texts.default([]).describe('Identifiers of its sub-merchants; empty: any'),
});

const limit = z.strictObject({
  least: z.int().min(0).optional().describe('Least amount of an order, in minor units'),
  most: z.int().min(0).optional().describe('Greatest amount of an order, in minor units'),
});

/** A pay-in service to try against: payin-recon sandbox. What the interface does not show is set here. */
export const sandbox = z
  .strictObject({
    listen: serverAddress.default('127.0.0.1:8090').describe('host:port of payin-recon sandbox'),
    url: httpUrl
      .optional()
      .describe('Address under which payers reach the cashier page; absent: that of listen')
      .meta({ examples: ['http://sandbox.example'] }),
    folder: name.default('payin-recon-sandbox').describe('Folder where the sandbox keeps its orders'),
    seed: z
      .int()
      .min(0)
      .default(1)
      .describe('Seed of faults and payments: the same seed, the same for each order'),
    merchants: z
      .array(merchant)
      .default([])
      .describe('Merchants that the service knows; empty: it knows any'),
    methods: texts
      .default(['PIX', 'FAWRY', 'WALLET'])
      .describe('Payment methods on offer; the interface shows PIX and FAWRY'),
    referenceMethods: texts
      .default(['FAWRY'])
      .describe('Payment methods that are paid by a reference number, channel.vaNumber'),
    flow: z
      .enum(['qr', 'web-cashier'])
      .default('qr')
      .describe('Brazil: qr gives channel.qrString; web-cashier leaves it empty'),
    limits: z
      .record(currencyCode, limit)
      .default({})
      .describe('Least and greatest amount by currency; the interface shows none'),
    requestsPerSecond: z
      .int()
      .min(0)
      .default(0)
      .describe('Pay-in requests that are taken in a second; 0: no limit. The interface shows none'),
    repeatedOrder: z
      .enum(['refuse', 'answer-again'])
      .default('refuse')
      .describe(
        'What a request with the same orderNo and the same content gets; other content is always refused',
      ),
    callbackUrl: httpUrl.optional().describe('Address for callbacks of orders without callbackUrl'),
    callbackHosts: texts
      .default([])
      .describe('Hosts that may be called besides loopback addresses')
      .meta({ examples: [['shop.example']] }),
    callbackAuthorityFile: name
      .optional()
      .describe('File with the certificates, in PEM, that the TLS of a callbackUrl is checked by'),
    callbackDelaySeconds: seconds.default(1).describe('Time from payment to the first callback'),
    callbackTimeoutSeconds: z
      .int()
      .min(1)
      .max(600)
      .default(10)
      .describe('How long an acknowledgement may take'),
    callbackRetrySeconds: z
      .array(seconds)
      .default([5, 30, 120, 600, 3600, 21_600])
      .describe(
        'Time to each further attempt, until the answer is SUCCESS or the list ends. The interface shows no schedule',
      ),
    lateSeconds: seconds.default(10_800).describe('Delay of a callback with the fault late'),
    burstSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .default(600)
      .describe('How often held callbacks are sent, with the fault hugeBurst'),
    hangSeconds: seconds
      .default(60)
      .describe('After so long, an unanswered request is cut off, with the fault answerNever'),
    unknownStatus: name.default('SETTLING').describe('Status with the fault unknownStatus'),
    pay: z
      .strictObject({
        share: share.default(0).describe('Share of orders (0 to 1) that are paid without a click'),
        leastSeconds: seconds.default(5).describe('Shortest time from request to such a payment'),
        mostSeconds: seconds.default(60).describe('Longest time from request to such a payment'),
      })
      .prefault({})
      .describe('Payers that pay by themselves'),
    faults,
    errors,
  })
  .prefault({})
  .describe('A pay-in service to try against, payin-recon sandbox');

export type SandboxSettings = z.infer<typeof sandbox>;

/** How an error is answered: as the settings say, else as the sandbox does by itself. */
export function errorAnswerOf(
  { errors: given }: Pick<SandboxSettings, 'errors'>,
  error: SandboxError,
): { readonly code: string; readonly httpStatus: number; readonly message: string } {
  const [code, httpStatus, message] = SANDBOX_ERRORS[error];
  const own = given[error];
  return {
    code: own?.code ?? code,
    httpStatus: own?.httpStatus ?? httpStatus,
    message: own?.message ?? message,
  };
}
