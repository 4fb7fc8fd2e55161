import type { Hono } from 'hono'
import { ACCOUNTING_PROVIDERS, type AccountingProvider } from '#domain/accounting/provider.ts'
import { Refusal } from '../ports/refusal.ts'
import type { AccountingGateways } from '../services/accounting/book-access.ts'
import { receiveMessage } from '../services/accounting/receive-message.ts'
import type { Services } from '../services/context.ts'
import type { AppEnv } from './app-env.ts'
import { readBytes } from './read-request.ts'

/** Where an accounting service posts its messages. */
export function messagePath(provider: AccountingProvider): string {
  return `/v1/accounting/messages/${provider}`
}

/**
 * The messages of accounting services. The signature over the bytes as they came is all that opens this; a wrong one gets
 * 401, which is also how a service tries the address.
 */
export function serveAccountingMessages(
  app: Hono<AppEnv>,
  services: Services,
  gateways: AccountingGateways,
): void {
  for (const provider of ACCOUNTING_PROVIDERS) {
    const gateway = gateways.find((known) => known.provider === provider)
    app.post(messagePath(provider), async (c) => {
      if (!gateway) throw new Refusal('NOT_FOUND')
      const body = await readBytes(c.req.raw)
      const signature = c.req.header(gateway.signatureHeader) ?? ''
      const isAccepted = await receiveMessage(services, gateway, body, signature)
      return c.body(null, isAccepted ? 200 : 401, { 'cache-control': 'no-store' })
    })
  }
}
