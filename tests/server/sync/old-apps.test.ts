import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATION_TYPES } from '#contract/operations.ts'
import type { OperationResult, PushAnswer, PushedOperation, PushRequest } from '#contract/sync.ts'
import { createCompany } from '#tests/support/tenants.ts'
import {
  invoiceOf,
  type Phone,
  registerAtSimulator,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const FOLDER = new URL('../../fixtures/apps/', import.meta.url)
const ENDING = '.operations.json'
const APPS = readdirSync(FOLDER).filter((file) => file.endsWith(ENDING))

/** The pushes of an older app, as its phone sent them. */
function pushesOf(file: string): readonly Pick<PushRequest, 'proto' | 'epoch' | 'ops'>[] {
  const { pushes } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { pushes: PushRequest[] }
  return pushes
}

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(async () => {
  await backend.close()
})

/** A new company with a device of the authority, and one of its phones. */
async function aCompanysPhone(): Promise<Phone> {
  const company = await createCompany(backend.server.services.db)
  await registerAtSimulator(backend, company)
  return await signInPhone(backend.server, company.id)
}

/** Sends each push under another person's name: the operations themselves stay as they were frozen. */
async function send(phone: Phone, file: string): Promise<OperationResult[]> {
  const results: OperationResult[] = []
  for (const { proto, epoch, ops } of pushesOf(file)) {
    const { status, body } = await phone.pushRaw([...ops], { proto, epoch })
    expect(status, JSON.stringify(body)).toBe(200)
    results.push(...((body as PushAnswer).results as OperationResult[]))
  }
  return results
}

type Written = { readonly totals: unknown; readonly content: { readonly reference: string } }
const bodyOf = ({ body }: PushedOperation) => JSON.parse(body) as Written

describe.each(APPS)('the app that wrote %s', (file) => {
  test('still gets all its work done, and its sales numbered as its person saw them (offline-design 3.13)', async () => {
    const phone = await aCompanysPhone()
    const results = await send(phone, file)
    const sent = pushesOf(file).flatMap(({ ops }) => ops)
    expect(results.map(({ state }) => state)).toEqual(sent.map(() => 'done'))
    const sold = sent.flatMap((operation, place) =>
      operation.type === 'invoice.submit' ? [{ operation, invoice: invoiceOf(results[place]) }] : [],
    )
    expect(sold.map(({ invoice }) => invoice.receipt?.gc)).toEqual([1, 2])
    for (const { operation, invoice } of sold) {
      expect(invoice).toMatchObject({ status: 'submitted', totals: bodyOf(operation).totals })
      expect(invoice.reference).toBe(bodyOf(operation).content.reference)
    }
    // It may not have received the answer.
    expect(await send(phone, file)).toEqual(results)
  })
})

test('three older apps are tried, and every operation they sent is one this server knows', () => {
  expect(APPS.length).toBeGreaterThanOrEqual(3)
  const types = APPS.flatMap((file) => pushesOf(file).flatMap(({ ops }) => ops.map(({ type }) => type)))
  expect(OPERATION_TYPES).toEqual(expect.arrayContaining(types))
})
