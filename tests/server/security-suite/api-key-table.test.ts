import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE_ID, type PublicEndpoint } from '#contract/public-api/public-endpoint.ts'
import { type PublicEndpointName, publicEndpoints } from '#contract/public-api/public-endpoints.ts'
import { API_SCOPES } from '#domain/api-keys/api-key.ts'
import { makeApiKey } from '#server/security/api-key.ts'
import { expireApiSecrets, revokeApiClient } from '#server/storage/api/clients.ts'
import { type ApiAnswer, ApiProgram } from '#tests/support/api-program.ts'
import { startTestBackend, type TestBackend } from '#tests/support/test-backend.ts'
import { fingerprintCompanies, tenantTables } from './company-fingerprint.ts'
import { addKey, type HeldRecords, type KeyHolder, makeRecords, openKeyHolders } from './key-holders.ts'
import { type TenantTables, tableUses } from './tenant-predicates.ts'
import { type SqlWatch, watchSql } from './watch-sql.ts'

const P = '/v1/accounting/public'
const NAMES = Object.keys(publicEndpoints) as PublicEndpointName[]

let backend: TestBackend
let holders: KeyHolder[]
let tables: TenantTables
let watch: SqlWatch
/** By the id of the company. */
const kept = new Map<string, HeldRecords>()
beforeAll(async () => {
  backend = await startTestBackend()
  holders = await openKeyHolders(backend)
  for (const holder of holders) {
    kept.set(holder.companyId, await makeRecords((await addKey(backend, holder)).program))
  }
  tables = await tenantTables(backend.server.services.db)
  watch = watchSql()
})
afterAll(async () => {
  watch.stop()
  await backend.close()
})

/** Records that no test changes. */
function recordsOf({ companyId }: KeyHolder): HeldRecords {
  const records = kept.get(companyId)
  if (!records) throw new Error('the company has no records')
  return records
}

/** Calls after which a record is another one. */
const CHANGING: ReadonlySet<PublicEndpointName> = new Set([
  ...([
    'invoices.update',
    'invoices.submit',
    'invoices.cancel',
    'invoices.credit',
    'invoices.email',
  ] as const),
])

/** The record that a call is about. */
function subjectOf(name: PublicEndpointName, records: HeldRecords): string {
  if (name.startsWith('customers.')) return records.customer
  if (name.startsWith('products.')) return records.product
  return name === 'invoices.update' || name === 'invoices.submit' ? records.draft : records.submitted
}

/** Asks for what the description shows as an example, about these records. */
async function ask(name: PublicEndpointName, program: ApiProgram, records: HeldRecords): Promise<ApiAnswer> {
  const { method, path, sample }: PublicEndpoint = publicEndpoints[name]
  const place = path.replace(':id', subjectOf(name, records))
  if (method === 'POST') {
    const body = JSON.stringify(sample ?? {}).replaceAll(EXAMPLE_ID, records.item)
    return await program.post(place, JSON.parse(body) as object)
  }
  return await program.get(`${place}?${new URLSearchParams(sample as Record<string, string> | undefined)}`)
}

/** What every holder has in the database, by the id of the company. */
async function fingerprints(): Promise<Record<string, Record<string, string>>> {
  return await fingerprintCompanies(
    backend.server.services.db,
    holders.map(({ companyId }) => companyId),
  )
}

/** Companies and devices whose rows were asked for since the last call. */
function touchedTenants(): Set<unknown> {
  return new Set(
    watch
      .take()
      .flatMap((statement) => tableUses(statement, tables))
      .flatMap(({ bound }) => bound),
  )
}

const codeOf = ({ body }: ApiAnswer) => body['code']

describe.each(NAMES)('%s', (name) => {
  const endpoint: PublicEndpoint = publicEndpoints[name]

  test('with a key of the company, or of its sandbox, works there and touches no other', async () => {
    for (const holder of holders) {
      const { program } = await addKey(backend, holder)
      const records = CHANGING.has(name) ? await makeRecords(program) : recordsOf(holder)
      const others = holders.filter((other) => other !== holder)
      const before = await fingerprints()
      watch.take()
      const answer = await ask(name, program, records)
      const touched = touchedTenants()
      expect(endpoint.statuses, answer.text).toContain(answer.status)
      expect([holder.name, touched.has(holder.companyId)]).toEqual([holder.name, true])
      const after = await fingerprints()
      for (const other of others) {
        // A sandbox is found by the company that it belongs to, and no row of it is.
        expect([
          holder.name,
          other.name,
          touched.has(other.companyId),
          touched.has(other.identityId),
        ]).toEqual([...[holder.name, other.name, false, false]])
        expect(after[other.companyId]).toEqual(before[other.companyId])
      }
    }
  })

  test('with a key that is revoked, replaced, made up or missing, or that lacks the scope, is refused and changes nothing', async () => {
    const { db, clock } = backend.server.services
    const [own] = holders
    if (!own) throw new Error('there is no company')
    const records = recordsOf(own)
    const at = new Date(clock.now()).toISOString() as Parameters<typeof revokeApiClient>[3]
    const [revoked, replaced] = [await addKey(backend, own), await addKey(backend, own)]
    await revokeApiClient(db, own, revoked.clientId, at)
    await expireApiSecrets(db, own, replaced.clientId, at)
    const without = API_SCOPES.filter((scope) => scope !== endpoint.scope)
    const narrow = await addKey(backend, own, without)
    // Its first call is noted; later ones of the same minute are not.
    await narrow.program.get('/api/v2/public/auth/me')
    const before = await fingerprints()
    const { url } = backend.server
    const madeUp = [makeApiKey('live'), makeApiKey('test')].map((key) => new ApiProgram(url, key))
    const ended = [
      [revoked.program, 'KEY_REVOKED'],
      [replaced.program, 'KEY_EXPIRED'],
      ...madeUp.map((program) => [program, 'KEY_INVALID'] as const),
    ] as const
    for (const [program, code] of ended) {
      expect(await ask(name, program, records)).toMatchObject({ status: 401, body: { code } })
    }
    expect(codeOf(await ask(name, new ApiProgram(url, ''), records))).toBe('KEY_MISSING')
    const answer = await ask(name, narrow.program, records)
    if (endpoint.scope === null) expect(answer.status).toBe(200)
    else expect(answer).toMatchObject({ status: 403, body: { code: 'KEY_SCOPE_MISSING' } })
    expect(await fingerprints()).toEqual(before)
  })
})

const ABOUT_RECORDS = NAMES.filter((name) => publicEndpoints[name].path.includes(':id'))

describe.each(ABOUT_RECORDS)('%s', (name) => {
  test('about a record of another tenant knows nothing', async () => {
    for (const holder of holders) {
      const { program } = await addKey(backend, holder)
      await program.get('/api/v2/public/auth/me')
      for (const other of holders.filter((one) => one !== holder)) {
        const before = await fingerprints()
        watch.take()
        const answer = await ask(name, program, recordsOf(other))
        expect(answer, `${holder.name} about ${other.name}`).toMatchObject({ status: 404 })
        expect(codeOf(answer)).toBe('NOT_FOUND')
        expect(touchedTenants()).not.toContain(other.companyId)
        // What was refused is remembered under its key, for the one who asked.
        const after = await fingerprints()
        expect(after[other.companyId]).toEqual(before[other.companyId])
        const mine = { ...after[holder.companyId], api_requests: before[holder.companyId]?.['api_requests'] }
        expect(mine).toEqual(before[holder.companyId])
      }
    }
  })
})

test('what a body, a filter, a cursor or an idempotency key names of another tenant is unknown', async () => {
  const [own, other] = holders
  if (!own || !other) throw new Error('there are no two companies')
  const [{ program }, stranger] = [await addKey(backend, own), await addKey(backend, other)]
  const [mine, foreign] = [recordsOf(own), recordsOf(other)]
  const item = { quantity: 1, unitPrice: 1000 }
  const refused = async (body: object) => codeOf(await program.post(`${P}/invoices`, body))
  expect(await refused({ items: [{ ...item, productId: foreign.product }] })).toBe('INVOICE_PRODUCT_UNKNOWN')
  const sale = { items: [{ ...item, productId: mine.product }] }
  expect(await refused({ ...sale, customerId: foreign.customer })).toBe('INVOICE_CUSTOMER_UNKNOWN')
  expect((await program.get(`${P}/invoices?customerId=${foreign.customer}`)).body['data']).toEqual([])
  for (const list of ['invoices', 'customers', 'products', 'events']) {
    const page = await program.get(`${P}/${list}?limit=100`)
    const continued = await program.get(`${P}/${list}?limit=100&after=${foreign.after}`)
    for (const { text } of [page, continued]) {
      for (const id of [foreign.customer, foreign.product, foreign.draft, foreign.submitted]) {
        expect(text).not.toContain(id)
      }
    }
  }
  const body = { ...sale, items: [{ ...item, productName: 'Sukari' }], externalReference: 'order 1' }
  const first = await stranger.program.post(`${P}/invoices`, body, 'same-key')
  const second = await program.post(`${P}/invoices`, body, 'same-key')
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body['id']).not.toBe(first.body['id'])
  expect((await program.get(`${P}/invoices?externalReference=order%201`)).body['data']).toMatchObject([
    { id: second.body['id'] },
  ])
})
