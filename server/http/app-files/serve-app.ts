import type { Context, Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { type AppFile, readAppFiles } from './app-file.ts'
import { fillLanding, type LandingFacts } from './fill-landing.ts'
import type { Encoding, Variants } from './variants.ts'

/** Paths that belong to the server; everything else is a page of the app. */
const SERVER_PATHS = /^\/(api|v1|dev|sim|slip|healthz)(\/|$)/

export function isServerPath(path: string): boolean {
  return SERVER_PATHS.test(path)
}

export type AppFilesOptions = {
  /** The folder of the build. */
  readonly dir: string
  readonly variants: Variants
  readonly landing: LandingFacts
  /** The content policy of a page. */
  readonly policyOf: (page: AppFile) => string
  readonly onFault: (error: unknown) => void
}

/**
 * Serves the built app from memory: its files, and `index.html` for every page, since the app knows its own
 * routes. Answers a plain page with 503 while the app is not built.
 */
export function serveApp(
  app: Hono<AppEnv>,
  { dir, variants, landing, policyOf, onFault }: AppFilesOptions,
): void {
  let files: ReadonlyMap<string, AppFile> | undefined
  function appFiles() {
    if (files) return files
    const built = readAppFiles(dir)
    files = built && new Map([...built].map(([path, file]) => [path, fillLanding(file, landing)]))
    if (files) variants.precompress(files.values()).catch(onFault)
    return files
  }
  appFiles()
  app.get('*', async (c, next) => {
    if (isServerPath(c.req.path)) {
      await next()
      return
    }
    const known = appFiles()
    if (!known) return notBuilt(c)
    const path = pathInLanguage(c)
    const file =
      known.get(path) ?? known.get(c.req.path) ?? (isNavigation(c) ? pageOf(known, path) : undefined)
    if (!file) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    const policy = file.inlineScripts.length > 0 ? policyOf(file) : undefined
    return await sendFile(c, file, variants, policy)
  })
}

const MANIFEST = '/manifest.webmanifest'

/**
 * The file of an address: the landing page and the manifest in the first of our languages that the browser asks for,
 * else in Swahili, as the app chooses too. Both manifests have one address, so that they are one app.
 */
function pathInLanguage(c: Context): string {
  const { path } = c.req
  if (path === '/') return `/landing.${languageOf(c)}.html`
  return path === MANIFEST && languageOf(c) === 'en' ? '/manifest.en.webmanifest' : path
}

function languageOf(c: Context): 'sw' | 'en' {
  const asked = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return asked.find((tag) => tag === 'sw' || tag === 'en') ?? 'sw'
}

/** A page that is prerendered (`/login` shows its form before any script runs), else the common one. */
function pageOf(files: ReadonlyMap<string, AppFile>, path: string): AppFile | undefined {
  return files.get(`${path.replace(/\/$/, '')}.html`) ?? files.get('/index.html')
}

/** A page, not a file that is gone: an old script must fail, or it would be read as HTML. */
function isNavigation(c: Context): boolean {
  if (c.req.path.startsWith('/assets/')) return false
  const looksLikeFile = /\.[a-z0-9]+$/i.test(c.req.path)
  return !looksLikeFile || (c.req.header('accept') ?? '').includes('text/html')
}

/**
 * Pictures without a content hash in their name change at most with a release, so a day in the cache is short
 * enough.
 */
function cacheControl({ immutable, type }: AppFile): string {
  if (immutable) return 'public, max-age=31536000, immutable'
  return type.startsWith('image/') ? 'public, max-age=86400' : 'no-cache'
}

async function sendFile(
  c: Context,
  file: AppFile,
  variants: Variants,
  policy: string | undefined,
): Promise<Response> {
  const encoding = file.compressible ? chooseEncoding(c.req.header('accept-encoding') ?? '') : undefined
  const etag = `"${file.hash.slice(0, 32)}${encoding ? `-${encoding}` : ''}"`
  const headers = new Headers({
    'content-type': file.type,
    etag,
    'cache-control': cacheControl(file),
  })
  const isInLanguage = file.path.startsWith('/landing.') || file.type === 'application/manifest+json'
  const varies = [
    ...(file.compressible ? ['accept-encoding'] : []),
    ...(isInLanguage ? ['accept-language'] : []),
  ]
  if (varies.length > 0) headers.set('vary', varies.join(', '))
  // Also of an answer without content: the browser renews what it keeps by it.
  if (policy !== undefined) headers.set('content-security-policy', policy)
  if (matches(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const bytes = encoding ? await variants.get(file, encoding) : file.bytes
  if (encoding) headers.set('content-encoding', encoding)
  headers.set('content-length', String(bytes.length))
  return new Response(new Uint8Array(bytes), { headers })
}

/** The smaller form that the caller understands; one refused with `q=0` is not taken. */
function chooseEncoding(accepted: string): Encoding | undefined {
  const offered = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      return [name.trim(), !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))] as const
    }),
  )
  if (offered.get('br')) return 'br'
  return offered.get('gzip') ? 'gzip' : undefined
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((known) => {
    const bare = known.trim().replace(/^W\//, '')
    return bare === '*' || bare === etag
  })
}

function notBuilt(c: Context): Response {
  return c.html(
    '<!doctype html><html lang="en"><title>Risiti</title><h1>The app is not built</h1><p>The server runs, but its pages are missing. Run <code>npm run build</code> and load this page again.</p></html>',
    503,
    { 'cache-control': 'no-store', 'retry-after': '10' },
  )
}
