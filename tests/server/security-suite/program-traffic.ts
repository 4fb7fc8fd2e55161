import { randomUUID } from 'node:crypto'
import { startProgram } from '#tests/support/api-program.ts'
import type { TestBackend } from '../../support/test-backend.ts'
import type { Tenant } from './cast.ts'

/** A program reads and writes with a key that is replaced and revoked on the same day. */
export async function callAsProgram({ server }: TestBackend, shop: Tenant): Promise<void> {
  const { program, id, token } = await startProgram(server, shop.company.id)
  const [path, items] = [
    '/v1/accounting/public',
    [{ productName: 'Sukari ya mtandao', unitPrice: 900, quantity: 1 }],
  ]
  await program.get('/api/v2/public/auth/me')
  const sold = await program.post(`${path}/invoices`, { items, submit: true, externalReference: 'agizo 1' })
  if (sold.status !== 202) throw new Error(`no sale: ${sold.text}`)
  await program.post(`${path}/invoices`, { items, submit: true, externalReference: 'agizo 1' })
  for (const list of [
    'invoices',
    'customers',
    'products',
    'events',
    'invoices?externalReference=agizo%201',
  ]) {
    await program.get(`${path}/${list}`)
  }
  await program.get(`${path}/invoices?limit=1&status=submitted&from=2026-01-01&to=2026-12-31`)
  await program.get(`${path}/z-reports?from=2026-11-01&to=2026-11-30`)
  await program.get(`${path}/invoices/${String(sold.body['id'])}/receipt`)
  await server.call('api-keys.list', {}, token)
  await server.call('api-keys.rotate', { id, overlapHours: 1 }, token)
  await server.call('api-keys.revoke', { id }, token)
  const webhook = {
    id: randomUUID(),
    url: 'https://duka.example/risiti',
    events: ['invoice.issued'] as const,
  }
  await server.call('webhooks.create', { ...webhook, events: [...webhook.events] }, token)
  await server.call('webhooks.list', {}, token)
  await server.call('webhooks.rotate', { id: webhook.id }, token)
  await server.call('webhooks.test', { id: webhook.id }, token)
  await server.call('webhooks.deliveries', { id: webhook.id }, token)
  await server.call('webhooks.resend', { id: webhook.id, deliveryId: randomUUID() }, token)
  await server.call('webhooks.switch', { id: webhook.id, active: false }, token)
  const removed = { ...webhook, id: randomUUID(), events: [...webhook.events] }
  await server.call('webhooks.create', removed, token)
  await server.call('webhooks.remove', { id: removed.id }, token)
}
