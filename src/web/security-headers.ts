import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const NONE = ["'none'"];
const SELF = ["'self'"];

/** Headers of every answer: nothing from elsewhere, nothing inline, in no frame, kept by no cache. */
export function securityHeaders({ isTls }: { readonly isTls: boolean }): MiddlewareHandler {
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: NONE,
      scriptSrc: SELF,
      styleSrc: SELF,
      imgSrc: SELF,
      connectSrc: SELF,
      formAction: SELF,
      frameAncestors: NONE,
      baseUri: NONE,
      objectSrc: NONE,
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: NONE,
    },
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    strictTransportSecurity: isTls ? 'max-age=31536000; includeSubDomains' : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  });
  return async (context, next) => {
    await secure(context, next);
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store');
  };
}
