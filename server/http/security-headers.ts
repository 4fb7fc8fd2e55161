export type HeaderOptions = {
  /** Whether people reach this server over TLS. */
  readonly https: boolean
  /** Whether the push service of Firebase is used. */
  readonly firebase: boolean
  /** Whether people may agree to usage statistics, which a script of Google sends. */
  readonly analytics: boolean
}

const FIREBASE_HOSTS = 'https://fcmregistrations.googleapis.com https://firebaseinstallations.googleapis.com'
const ANALYTICS_SCRIPT = 'https://www.googletagmanager.com'
const ANALYTICS_HOSTS = `https://firebase.googleapis.com ${ANALYTICS_SCRIPT} https://*.google-analytics.com https://*.analytics.google.com`

/**
 * The policy of pages, and of their scripts. A worker obeys the header of its own script, so scripts carry it
 * too. Style elements are allowed because the component library writes them; the second QR engine is
 * WebAssembly. A page's own scripts, its map of parts, are allowed by their fingerprints.
 */
export function contentSecurityPolicy(
  { firebase, analytics }: Omit<HeaderOptions, 'https'>,
  inlineScripts: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    [
      'script-src',
      "'self'",
      "'wasm-unsafe-eval'",
      ...inlineScripts,
      ...(analytics ? [ANALYTICS_SCRIPT] : []),
    ].join(' '),
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${firebase ? ` ${FIREBASE_HOSTS}` : ''}${analytics ? ` ${ANALYTICS_HOSTS}` : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Types that a browser never renders as a page: no further policy applies to them, and each header costs
 * bytes on a slow connection.
 */
const NON_PAGE_TYPES = /^(?:application\/(?:problem\+)?json|text\/event-stream)\b/

/** The headers of an answer by its content type; one that a browser could show as a page carries all of them. */
export function securityHeaders(
  options: HeaderOptions,
): (contentType: string | null) => readonly (readonly [name: string, value: string])[] {
  const commonHeaders = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  const dataHeaders = Object.entries({
    ...commonHeaders,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  const pageHeaders = Object.entries({
    ...commonHeaders,
    'content-security-policy': contentSecurityPolicy(options),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(self), microphone=(), geolocation=(), payment=(), usb=(self), serial=(self), bluetooth=(self)',
    'cross-origin-opener-policy': 'same-origin',
  })
  return (contentType) =>
    contentType !== null && NON_PAGE_TYPES.test(contentType) ? dataHeaders : pageHeaders
}
