import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATION_TYPES } from '#contract/operations.ts'
import type { OperationResult, PullAnswer } from '#contract/sync.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createOperator } from '#tests/support/tenants.ts'
import { Phone, signInPhone, startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import { openTenant, type Tenant } from './cast.ts'
import { fingerprintCompany } from './company-fingerprint.ts'
import { askRaw, expectAlike, expectNothingOf, type RawAnswer } from './compare-answers.ts'
import { FOREIGN_OPERATIONS } from './foreign-operations.ts'

let backend: TestBackend
let own: Tenant
let neighbour: Tenant
let before: Record<string, string>
let phone: Phone

beforeAll(async () => {
  backend = await startTestBackend()
  neighbour = await openTenant(backend, 'Jirani')
  own = await openTenant(backend, 'Mwenyewe')
  before = await fingerprintCompany(backend.server.services.db, neighbour.company.id)
  phone = await signInPhone(backend.server, own.company.id)
})
afterAll(async () => await backend.close())

async function push(
  type: string,
  body: object,
  by: Phone = phone,
  overrides: Parameters<Phone['operation']>[2] = {},
): Promise<RawAnswer & { sent: string }> {
  const known = OPERATION_TYPES.find((candidate) => candidate === type)
  if (known === undefined) throw new Error(type)
  const { companyId, userId, deviceId, epoch, token } = by
  const ops = [by.operation(known, body, overrides)]
  const request = { proto: 1, nonce: 'nonce-of-trespass', companyId, userId, deviceId, epoch, ops }
  const path = '/v1/accounting/sync/push'
  const answer = await askRaw(backend.server.url, { method: 'POST', path, token, body: request })
  return { ...answer, sent: JSON.stringify(request) }
}

function endOf(answer: RawAnswer): string {
  const [result] = (JSON.parse(answer.text) as { results: OperationResult[] }).results
  return result?.state === 'refused' ? result.code : (result?.state ?? 'no result')
}

test('every operation has a row', () => {
  expect(Object.keys(FOREIGN_OPERATIONS).sort()).toEqual([...OPERATION_TYPES].sort())
  for (const type of OPERATION_TYPES) expect(FOREIGN_OPERATIONS[type](own, neighbour)).not.toEqual([])
})

describe('an operation that names a record of another company (design of tenancy: foreign is unknown)', () => {
  test.each(OPERATION_TYPES)('%s ends like one that names an unknown record', async (type) => {
    for (const { what, foreign, body, ends } of FOREIGN_OPERATIONS[type](own, neighbour)) {
      const trespass = await push(type, body(foreign))
      expect(endOf(trespass), `${what}: ${trespass.text}`).toBe(ends)
      expectNothingOf(neighbour.markers, trespass, trespass.sent)
      expectAlike(trespass, await push(type, body(randomUUID())))
    }
  })

  test('two companies can use the same number of a customer without hearing of each other', async () => {
    const number = 'JIRANI7'
    const fields = {
      name: 'Jirani Mteja',
      identificationType: 'PASSPORT',
      identificationNumber: number,
      phone: '',
      email: '',
      vatRegistrationNumber: '',
      active: true,
    }
    const answer = await push('customer.save', { customerId: randomUUID(), baseRev: 0, base: null, fields })
    expect(endOf(answer)).toBe('done')
    expectNothingOf(neighbour.markers, answer, answer.sent)
  })

  test('work that waits for an operation of another company ends like work that waits for an unknown one', async () => {
    const fields = { name: 'Chumvi', unit: 'kg', unitPrice: 50_000, taxType: 'standard', active: true }
    const waitFor = async (opId: string) => {
      const body = { productId: randomUUID(), baseRev: 0, base: null, fields }
      return await push('product.save', body, phone, { dependsOn: [opId] })
    }
    const trespass = await waitFor(neighbour.opId)
    expectNothingOf(neighbour.markers, trespass, trespass.sent)
    expectAlike(trespass, await waitFor(randomUUID()))
  })

  test('an operation id that another company used is free', async () => {
    const operation = phone.operation(
      'product.save',
      {
        productId: randomUUID(),
        baseRev: 0,
        base: null,
        fields: { name: 'Chumvi', unit: 'kg', unitPrice: 50_000, taxType: 'standard', active: true },
      },
      { opId: neighbour.opId },
    )
    expect(await phone.push(operation)).toMatchObject([{ state: 'done', opId: neighbour.opId }])
  })
})

test('no one can send work in the name of a user of another company, not even an owner', async () => {
  const { db } = backend.server.services
  const owner = await createOperator(db, own.company.id, { user_type: 'company_owner' })
  const { token } = await logInTestUser(backend.server, owner.username)
  const owners = new Phone(backend.server, own.company.id, owner.id, token)
  const fields = { name: 'Chumvi', unit: 'kg', unitPrice: 50_000, taxType: 'standard', active: true }
  const bring = async (userId: string, by: Phone) =>
    await push('product.save', { productId: randomUUID(), baseRev: 0, base: null, fields }, by, {
      writtenBy: { userId, deviceId: neighbour.phone.deviceId },
    })
  for (const by of [owners, phone]) {
    const trespass = await bring(neighbour.operator.id, by)
    expect(endOf(trespass)).toBe('OPERATION_WRONG_ACCOUNT')
    expectNothingOf(neighbour.markers, trespass, trespass.sent)
    expectAlike(trespass, await bring(randomUUID(), by))
  }
})

test('the cursor of another company shows nothing of it', async () => {
  const theirs = await neighbour.phone.pull()
  for (const cursor of [undefined, theirs.next]) {
    const query = new URLSearchParams({ nonce: 'nonce-of-trespass', ...(cursor && { cursor }) })
    const answer = await askRaw(backend.server.url, {
      method: 'GET',
      path: `/v1/accounting/sync/pull?${query}`,
      token: phone.token,
    })
    expect(answer.status).toBe(200)
    // Ids that the tests above took over from the neighbour for records of their own are not its records.
    const { draftId, productId, customerId, vendorId, categoryId, expenseId } = neighbour
    const ids = [draftId, productId, customerId, vendorId, categoryId, expenseId]
    const foreignValues = [...ids, 'Jirani', 'JIRANI7'].join()
    expectNothingOf(neighbour.markers, answer, foreignValues)
    const { changes } = JSON.parse(answer.text) as PullAnswer
    for (const change of changes as { row: { companyId?: string; id?: string } | null }[]) {
      if (change.row?.companyId !== undefined) expect(change.row.companyId).toBe(own.company.id)
    }
  }
})

test('a grant of another device or company is answered like an unknown one', async () => {
  const { deviceId, epoch } = phone
  const ops = [phone.operation('invoice.repair', { invoiceId: randomUUID() })]
  const ask = async (companyId: string, userId: string) =>
    await askRaw(backend.server.url, {
      method: 'POST',
      path: '/v1/accounting/sync/push',
      body: {
        proto: 1,
        nonce: 'nonce-of-trespass',
        companyId,
        userId,
        deviceId,
        epoch,
        ops,
        grant: { id: randomUUID(), signature: 'AAAA' },
      },
    })
  const foreign = await ask(neighbour.company.id, neighbour.operator.id)
  expect(foreign.status).toBe(403)
  expectAlike(foreign, await ask(randomUUID(), randomUUID()))
})

test('after all that, not one row of the other company has changed', async () => {
  expect(await fingerprintCompany(backend.server.services.db, neighbour.company.id)).toEqual(before)
})
