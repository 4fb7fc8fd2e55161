import type { Context, Hono } from 'hono'
import { PUBLIC_RECEIPT_TOKEN } from '#domain/receipts/public-receipt-token.ts'
import { publicReceiptLanguage } from '../../messages/public-receipt-messages.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { Services } from '../../services/context.ts'
import { getPublicReceipt } from '../../services/public-receipts/get-public-receipt.ts'
import type { AppEnv } from '../app-env.ts'
import { clientAddress } from '../client-address.ts'
import { publicReceiptPage, type ShownPublicReceipt } from './public-receipt-page.ts'
import { PUBLIC_RECEIPT_POLICY } from './public-receipt-style.ts'

type PublicReceiptDeps = {
  readonly services: Services
  readonly limit: AttemptLimit
  readonly trustedProxies: number
}

/** The page must not be cached or indexed, and must not send its address to other sites. */
const HEADERS = {
  'content-security-policy': PUBLIC_RECEIPT_POLICY,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language',
}

const STATUS_OF_KIND = { waiting: 200, canceled: 200, receipt: 200, broken: 404, busy: 429 } as const

/**
 * Serves the public page of an invoice at `/slip/<token>`. An unknown link and one that is not here *yet* get
 * the same answer, because a phone creates the link before the server receives the invoice.
 */
export function servePublicReceipts(app: Hono<AppEnv>, deps: PublicReceiptDeps): void {
  app.get('/slip/:token', async (c) => {
    const shown = await findShownReceipt(c, deps)
    const language = publicReceiptLanguage(c.req.query('lang'), c.req.header('accept-language'))
    const page = await publicReceiptPage(shown, language)
    return c.html(page, STATUS_OF_KIND[shown.kind], { ...HEADERS, 'content-language': language })
  })
}

async function findShownReceipt(
  c: Context<AppEnv, '/slip/:token'>,
  deps: PublicReceiptDeps,
): Promise<ShownPublicReceipt> {
  const token = c.req.param('token')
  if (!PUBLIC_RECEIPT_TOKEN.test(token)) return { kind: 'broken' }
  try {
    await deps.limit.consume(clientAddress(c, deps.trustedProxies))
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'busy' }
    throw error
  }
  return await getPublicReceipt(deps.services.db, token)
}
