import { randomUUID } from 'node:crypto'
import { API_SCOPES, type ApiKeyMode, type ApiScope } from '#domain/api-keys/api-key.ts'
import { openSandbox } from '#server/services/api-keys/open-sandbox.ts'
import { createDeliveryDeps } from '#server/services/fiscal/delivery-deps.ts'
import { findCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { type ApiAnswer, ApiProgram } from '#tests/support/api-program.ts'
import { insertApiKey } from '#tests/support/insert-api-key.ts'
import { createOperator } from '#tests/support/tenants.ts'
import { createShop, type TestBackend } from '#tests/support/test-backend.ts'

const P = '/v1/accounting/public'

/** A company that programs work for, or its sandbox, and what must never be said or touched for another. */
export type KeyHolder = {
  readonly name: string
  readonly companyId: string
  readonly identityId: string
  readonly ownerId: string
  readonly mode: ApiKeyMode
}

/** Records of a holder, fresh for one call. */
export type HeldRecords = Readonly<
  Record<'customer' | 'product' | 'draft' | 'submitted' | 'item' | 'after', string>
>

/** Two companies, and the sandbox of the first. */
export async function openKeyHolders(backend: TestBackend): Promise<KeyHolder[]> {
  const { server, delivery } = backend
  const { services } = server
  const companies = [await createShop(backend), await createShop(backend)]
  const holders: KeyHolder[] = []
  for (const [index, { companyId, identity }] of companies.entries()) {
    const owner = await createOperator(services.db, companyId, { user_type: 'company_owner' })
    const name = index === 0 ? 'own company' : 'other company'
    holders.push({ name, companyId, identityId: identity.id, ownerId: owner.id, mode: 'live' })
  }
  const [own] = holders
  if (!own) throw new Error('there is no company')
  const deps = createDeliveryDeps(services, delivery.tra, delivery.endpoint, delivery.endpoint)
  const { companyId } = await openSandbox(services, deps, own)
  const identity = await findCompanyIdentity(services.db, { companyId })
  if (!identity) throw new Error('the sandbox has no device')
  return [...holders, { ...own, name: 'own sandbox', companyId, identityId: identity.id, mode: 'test' }]
}

/** A program of the holder with a key of its own, and the id of the key. */
export async function addKey(
  { server: { services, url } }: TestBackend,
  { companyId, ownerId, mode }: KeyHolder,
  scopes: readonly ApiScope[] = API_SCOPES,
): Promise<{ readonly program: ApiProgram; readonly clientId: string }> {
  const { key, clientId } = await insertApiKey(services, { companyId }, { userId: ownerId, mode, scopes })
  return { program: new ApiProgram(url, key), clientId }
}

function idOf({ status, body, text }: ApiAnswer): string {
  if (status >= 300) throw new Error(`${status} ${text}`)
  return String(body['id'])
}

/** A customer, a product, a draft and a submitted invoice; `after` continues a list of this holder. */
export async function makeRecords(program: ApiProgram): Promise<HeldRecords> {
  const items = [{ productName: 'Sukari', quantity: 2, unitPrice: 3000, taxType: 'standard' }]
  const payments = [{ type: 'cash', amount: 6000 }]
  const customer = idOf(
    await program.post(`${P}/customers`, {
      name: `Asha ${randomUUID()}`,
      identificationType: 'NO_IDENTIFICATION',
    }),
  )
  const product = idOf(
    await program.post(`${P}/products`, { name: randomUUID(), unitPrice: 500, taxType: 'standard' }),
  )
  const draft = idOf(await program.post(`${P}/invoices`, { items, payments }))
  const sold = await program.post(`${P}/invoices`, { items, payments, submit: true })
  const [item] = sold.body['items'] as { readonly id: string }[]
  const { body } = await program.get(`${P}/invoices?limit=1`)
  return {
    customer,
    product,
    draft,
    submitted: idOf(sold),
    item: item?.id ?? '',
    after: String(body['next']),
  }
}
