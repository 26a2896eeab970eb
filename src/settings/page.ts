import { z } from 'zod';
import { httpUrl, listenAddress, name, texts } from './value-kinds.ts';

/** The page for finance: where `payin-recon serve` listens, and how long people stay signed in. */
export const page = z
  .strictObject({
    listen: listenAddress
      .default('127.0.0.1:8080')
      .describe(
        'host:port of payin-recon serve; on other than loopback addresses it needs a certificate, or a proxy with one',
      ),
    url: httpUrl
      .optional()
      .describe('Address under which people reach the page, where a proxy is in front of it')
      .meta({ examples: ['https://recon.example'] }),
    certificateFile: name.optional().describe('File with the certificate chain for TLS, in PEM'),
    keyFile: name.optional().describe('File with the private key of that certificate, in PEM'),
    proxies: texts
      .default([])
      .describe('Addresses of proxies in front of the page, of which X-Forwarded-For and -Proto are used')
      .meta({ examples: [['10.0.0.7']] }),
    userHeader: name
      .optional()
      .describe('Header in which those proxies name the user who has signed in there; absent: not used')
      .meta({ examples: ['X-Remote-User'] }),
    sessionIdleMinutes: z
      .int()
      .min(1)
      .max(1440)
      .default(30)
      .describe('A session ends after so many minutes without a request'),
    sessionHours: z
      .int()
      .min(1)
      .max(168)
      .default(12)
      .describe('A session ends so many hours after signing in, at the latest'),
  })
  .prefault({})
  .describe('The page for finance, payin-recon serve');
