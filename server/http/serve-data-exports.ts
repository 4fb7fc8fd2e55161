import type { Hono } from 'hono'
import { DATA_EXPORTS_PATH } from '#contract/data-export-endpoints.ts'
import { openExport } from '../services/data-export/data-exports.ts'
import type { AppEnv } from './app-env.ts'
import type { AuthenticationDeps } from './authenticate.ts'

/** Only what the database takes for an id; everything else is no link. */
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Sends the ZIP file behind a link, piece by piece. The link itself is the right to it, for a few minutes: a browser
 * that downloads sends no bearer token, and a file of this size must not go through the page.
 */
export function serveDataExports(app: Hono<AppEnv>, { services }: AuthenticationDeps): void {
  app.get(`${DATA_EXPORTS_PATH}:companyId{${UUID}}/:token{[\\w-]{43}}`, async (c) => {
    const { size, pieces } = await openExport(services, c.req.param())
    return c.body(ReadableStream.from(pieces), 200, {
      'content-type': 'application/zip',
      'content-length': String(size),
      'content-disposition': 'attachment; filename="risiti-data.zip"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
}
