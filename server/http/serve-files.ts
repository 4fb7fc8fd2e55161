import type { Hono } from 'hono'
import { FILES_PATH } from '#contract/files.ts'
import { plainFileName } from '#domain/files/validate-file.ts'
import { readFile } from '../services/files/read-file.ts'
import type { AppEnv } from './app-env.ts'
import { type AuthenticationDeps, authenticate } from './authenticate.ts'

/**
 * Sends the files of expenses, only to users of the company and only as downloads: no browser runs a file,
 * guesses its type or shows it as a page of ours.
 */
export function serveFiles(app: Hono<AppEnv>, authentication: AuthenticationDeps): void {
  app.get(`${FILES_PATH}:sha256{[0-9a-f]{64}}`, async (c) => {
    const context = await authenticate(authentication, c.req.header('authorization'), {}, c.get('requestId'))
    c.set('userId', context.actor.userId)
    const sha256 = c.req.param('sha256')
    const { type, content } = await readFile(context, sha256)
    return c.body(new Uint8Array(content), 200, {
      'content-type': type,
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="${plainFileName(sha256, type)}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })
}
