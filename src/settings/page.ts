import { z } from 'zod';
import { bothOrNeither, httpUrl, name, network, serverAddress, texts } from './value-kinds.ts';

/** Roles, each with everything that those before it may do. */
export const ROLES = ['viewer', 'operator', 'approver', 'admin'] as const;

/** Sign-in at an OpenID provider. */
const oidc = z
  .strictObject({
    issuer: httpUrl
      .optional()
      .describe('Address of the provider; absent: no OpenID. Below it is /.well-known/openid-configuration')
      .meta({ examples: ['https://login.example/realms/finance'] }),
    clientId: name.default('payin-recon').describe('Name of this program at the provider'),
    clientSecretFile: name
      .optional()
      .describe(
        'File with the secret of this program at the provider; absent: a public client, with PKCE alone',
      )
      .meta({ examples: ['/run/secrets/oidc'] }),
    scopes: texts.min(1).default(['openid', 'profile', 'email']).describe('What the provider is asked for'),
    nameClaim: name.default('preferred_username').describe('Claim with the name of the user'),
    groupsClaim: name.default('groups').describe('Claim with the groups of the user'),
    roles: z
      .record(name, z.enum(ROLES))
      .default({})
      .describe('Role of each group; the highest applies, and nobody without one signs in')
      .meta({ examples: [{ finance: 'operator', 'finance-leads': 'approver' }] }),
    merchants: z
      .record(name, texts)
      .default({})
      .describe('Merchants that a group is limited to; people in none of these groups see all'),
  })
  .prefault({})
  .describe('Sign-in at an OpenID provider');

export type OidcSettings = z.infer<typeof oidc>;

/** The page for finance: where `payin-recon serve` listens, and how long people stay signed in. */
export const page = z
  .strictObject({
    listen: serverAddress
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
    proxies: z
      .array(network)
      .default([])
      .describe(
        'Addresses and networks of proxies in front of the page, of which X-Forwarded-For and X-Forwarded-Proto are used',
      )
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
    oidc,
  })
  .check(bothOrNeither('certificateFile', 'keyFile'))
  .prefault({})
  .describe('The page for finance, payin-recon serve');
