import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { PageContext } from './visit.ts';

const NONE = ["'none'"];
const SELF = ["'self'"];

/**
 * Headers of every answer: nothing from elsewhere, nothing inline, in no frame, kept by no cache.
 * @param isTls whether the browser came by TLS; it is then asked to go on so
 */
export function securityHeaders(isTls: (context: PageContext) => boolean): MiddlewareHandler {
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
    strictTransportSecurity: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  });
  return async (context, next) => {
    await secure(context, next);
    if (isTls(context))
      context.res.headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store');
  };
}
