import { saveCustomer, saveProduct } from '#commands/catalogue.ts'
import { submitInvoice } from '#commands/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { refreshPending } from '#data/records.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toCents } from '#domain/money/cents.ts'
import type { CommandResult } from '#sync/outbox/command-result.ts'
import { blockDependents } from '#sync/outbox/dependents.ts'
import { aSale, type Device } from './device.ts'

/** The value of a command that was kept; a test that expects it fails with the refusals otherwise. */
export function unwrap<T>(outcome: CommandResult<T>): T {
  if (!outcome.ok) throw new Error(`not kept: ${JSON.stringify(outcome)}`)
  return outcome.value
}

export async function createProduct(device: Device, name = 'Sukari'): Promise<string> {
  const outcome = await saveProduct(device.account, device.commands, {
    form: { name, unit: 'kg', unitPrice: toCents(250_000), taxType: 'exempted' },
  })
  return unwrap(outcome).id
}

export const aCustomerForm = {
  name: 'Juma',
  identificationType: 'TAX_IDENTIFICATION_NUMBER',
  identificationNumber: '100000001',
  phone: '',
  email: '',
  vatRegistrationNumber: '',
} as const

export async function createCustomer(device: Device, name = 'Juma', number = '100000001'): Promise<string> {
  const outcome = await saveCustomer(device.account, device.commands, {
    form: { ...aCustomerForm, name, identificationNumber: number },
  })
  return unwrap(outcome).id
}

export async function createSubmission(
  device: Device,
  product: string,
  change: Parameters<typeof aSale>[1] = {},
): Promise<InvoiceRow> {
  const content = aSale(product, change)
  return unwrap(await submitInvoice(device.account, device.commands, { content }))
}

/** How many pushes the server has seen. */
export function pushes(device: Device): number {
  return device.server.requests.filter(({ path }) => path.endsWith('/sync/push')).length
}

/** The server said no to the first of what waits, which it remembers unless the code is of a refusal that may pass. */
export async function refuseFirst(
  { account: { db } }: Device,
  code = 'PRODUCT_NOT_FOUND',
): Promise<OutboxEntry> {
  const [first] = await listUnsent(db)
  if (!first) throw new Error('nothing waits')
  const last = { at: first.createdAt, kind: 'refused' as const, http: 200, code }
  const refused: OutboxEntry = { ...first, state: 'attention', firstSentAt: first.createdAt, last }
  await workTransaction(db, async () => {
    await db.outbox.put(refused)
    await db.overlays.delete(first.opId)
    await refreshPending(db, [first.lane, ...(await blockDependents(db, refused))])
  })
  return refused
}
