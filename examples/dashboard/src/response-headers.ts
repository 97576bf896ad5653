/**
 * The security headers of every page: they allow style sheets and images from this server only, and no scripts or
 * frames. The referrer policy is `same-origin`, because with `no-referrer`, browsers send `Origin: null` with the
 * dashboard's own forms, as if the forms came from another site.
 */
export const RESPONSE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cache-Control': 'no-store',
} as const;
