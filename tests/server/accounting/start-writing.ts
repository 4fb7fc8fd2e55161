import { expect } from 'vitest'
import type {
  AccountingConnection,
  AccountingPreview,
  AccountingSettings,
} from '#contract/accounting-endpoints.ts'
import { type Books, type Bookshop, connect, openBookshop, organizationOf, TODAY } from './bookkeeping.ts'

/** Accepts the proposed choices and begins to write from today on; gives the preview before it. */
export async function mapAndStart(
  shop: Bookshop,
  provider: 'xero' | 'quickbooks',
): Promise<AccountingPreview> {
  const settings = (await shop.call('accounting.settings', { provider })).body as AccountingSettings
  expect((await shop.call('accounting.save-mapping', { provider, mapping: settings.mapping })).status).toBe(
    200,
  )
  const preview = (await shop.call('accounting.preview', { provider, since: TODAY }))
    .body as AccountingPreview
  expect((await shop.call('accounting.start', { provider, since: TODAY })).status).toBe(200)
  return preview
}

/** A shop whose receipts are written from today on, without their files. */
export async function openWritingShop(books: Books, provider: 'xero' | 'quickbooks'): Promise<Bookshop> {
  const shop = await openBookshop(books, provider)
  await connect(shop, provider, organizationOf(books, provider))
  await mapAndStart(shop, provider)
  await shop.call('accounting.attach', { provider, attaches: false })
  return shop
}

/** A connection as the screen shows it. */
export async function connectionOf(
  shop: Bookshop,
  provider: string,
): Promise<AccountingConnection | undefined> {
  const { connections } = (await shop.call('accounting.state', {})).body as {
    connections: AccountingConnection[]
  }
  return connections.find((one) => one.provider === provider)
}
