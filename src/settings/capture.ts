import { z } from 'zod';
import { bothOrNeither, httpUrl, name, network, serverAddress } from './value-kinds.ts';

/** How messages are signed and checked, by payin-recon capture and payin-recon sandbox. */
export const signatures = z
  .strictObject({
    module: name
      .default('none')
      .describe(
        'File of a JavaScript module that signs and checks messages; none: nothing is signed or checked',
      )
      .meta({ examples: ['signatures/hmac.mjs'] }),
  })
  .prefault({})
  .describe('Signatures of requests and callbacks, whose formulas the interface does not show');

/** This machine, by IPv4 and IPv6. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** The merchant's endpoint: payin-recon capture. */
export const capture = z
  .strictObject({
    listen: serverAddress.default('127.0.0.1:8070').describe('host:port of payin-recon capture'),
    certificateFile: name.optional().describe('File with the certificate chain for TLS, in PEM'),
    keyFile: name.optional().describe('File with the private key of that certificate, in PEM'),
    log: name.default('payin-recon-log').describe('Folder of the logs that payin-recon capture writes'),
    forward: httpUrl
      .optional()
      .describe('Base address of the service, to which pay-in requests are passed on and logged')
      .meta({ examples: ['https://service.example'] }),
    forwardFrom: z
      .array(network)
      .default(LOOPBACK)
      .describe('Addresses and networks from whose connections pay-in requests are taken; others get 403')
      .meta({ examples: [['10.0.0.0/8']] }),
    forwardSeconds: z
      .int()
      .min(1)
      .max(600)
      .default(30)
      .describe(
        'A pay-in request that the service has not answered after so long is logged without a response',
      ),
    keepPayer: z
      .boolean()
      .default(false)
      .describe('Whether payer data is logged as it came, instead of characters of the same kind'),
    unverified: z
      .enum(['refuse', 'acknowledge'])
      .default('refuse')
      .describe('Answer to a callback whose signature is wrong: 401, or SUCCESS'),
    metricsFrom: z
      .array(network)
      .default(LOOPBACK)
      .describe('Addresses and networks from whose connections GET /metrics is answered')
      .meta({ examples: [['127.0.0.1', '10.0.0.9']] }),
    maxBodyBytes: z
      .int()
      .min(1024)
      .max(16_777_216)
      .default(262_144)
      .describe('Largest body of a callback or a pay-in request, in bytes'),
    maxConnections: z.int().min(1).max(100_000).default(2_000).describe('Connections at the same time'),
    maxWaitingBytes: z
      .int()
      .min(65_536)
      .max(1_073_741_824)
      .default(67_108_864)
      .describe('Data that waits to be written; beyond it, callbacks are asked to come again (503)'),
  })
  .check(bothOrNeither('certificateFile', 'keyFile'))
  .prefault({})
  .describe("The merchant's endpoint for callbacks, payin-recon capture");

export type CaptureSettings = z.infer<typeof capture>;
