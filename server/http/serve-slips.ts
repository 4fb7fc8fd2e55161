import type { Context, Hono } from 'hono'
import { SLIP_TOKEN } from '#domain/receipts/slip-token.ts'
import { slipLanguage } from '../messages/slip-words.ts'
import type { AttemptLimit } from '../services/auth/auth-services.ts'
import type { Services } from '../services/context.ts'
import { Refusal } from '../services/refusal.ts'
import { readSlip } from '../services/slips/read-slip.ts'
import { type ShownSlip, slipPage } from '../slip/slip-page.ts'
import { SLIP_POLICY } from '../slip/slip-style.ts'
import type { AppEnv } from './app-env.ts'
import { clientAddress } from './client-address.ts'

type SlipDoor = {
  readonly services: Services
  readonly limit: AttemptLimit
  readonly trustedProxies: number
}

/** Nobody keeps it, finds it or tells others where it was read. */
const HEADERS = {
  'content-security-policy': SLIP_POLICY,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language',
}

const STATUS = { waiting: 200, canceled: 200, receipt: 200, broken: 404, busy: 429 } as const

/**
 * Serves the public page of an invoice at `/slip/<token>`. A link that is not here and one that is not here *yet* get
 * the same answer, since a phone makes the link before the server has ever heard of it.
 */
export function serveSlips(app: Hono<AppEnv>, door: SlipDoor): void {
  app.get('/slip/:token', async (c) => {
    const slip = await look(c, door)
    const language = slipLanguage(c.req.query('lang'), c.req.header('accept-language'))
    const page = await slipPage(slip, language)
    return c.html(page, STATUS[slip.kind], { ...HEADERS, 'content-language': language })
  })
}

async function look(c: Context<AppEnv, '/slip/:token'>, door: SlipDoor): Promise<ShownSlip> {
  const token = c.req.param('token')
  if (!SLIP_TOKEN.test(token)) return { kind: 'broken' }
  try {
    await door.limit.take(clientAddress(c, door.trustedProxies))
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'busy' }
    throw error
  }
  return await readSlip(door.services.db, token)
}
