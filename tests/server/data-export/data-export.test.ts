import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DataExport } from '#contract/data-export-endpoints.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { writeExports } from '#server/services/data-export/write-export.ts'
import { newExpense } from '../../support/expense-input.ts'
import { chunkOf, makeFile } from '../../support/make-file.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  for (const pieces of [1, 2, 5])
    await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId, pieces)))
})
afterAll(async () => await backend.close())

async function signedIn(overrides: Parameters<typeof createUser>[1]) {
  const { server } = backend
  const { username } = await createUser(server.services.db, overrides)
  const { token } = await logInTestUser(server, username)
  const start = async () => exportOf(await server.call('data-export.start', named, token))
  const read = async () => exportOf(await server.call('data-export.read', named, token))
  const link = async (id: string) => await server.call('data-export.link', { id, ...named }, token)
  const named = overrides?.company_id ? {} : { companyId: shop.companyId }
  return { username, token, start, read, link }
}

function exportOf({ body }: { readonly body: unknown }): DataExport {
  const found = (body as { export: DataExport | null }).export
  if (!found) throw new Error(`no export in ${JSON.stringify(body)}`)
  return found
}

const anOwner = () => signedIn({ user_type: 'company_owner', company_id: shop.companyId })

async function fetchFiles(path: string): Promise<Record<string, Uint8Array>> {
  const answer = await fetch(`${backend.server.url}${path}`)
  expect(answer.status).toBe(200)
  return unzipSync(new Uint8Array(await answer.arrayBuffer()))
}

function recordsOf<T>(files: Record<string, Uint8Array>, name: string): T[] {
  return JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array(0))) as T[]
}

function rowsOf(files: Record<string, Uint8Array>, name: string): Record<string, string>[] {
  const bytes = files[`${name}.csv`] ?? new Uint8Array(0)
  // The mark of UTF-8.
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  return Papa.parse<Record<string, string>>(strFromU8(bytes.slice(3)), { header: true, skipEmptyLines: true })
    .data
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('export of all of a company’s data (organization and owner screens)', () => {
  test('the ZIP file holds every record of one moment, and its sums are those of the server', async () => {
    const { phone, companyId } = shop
    const paper = makeFile('png', 'risiti ya mafuta')
    const expenseId = randomUUID()
    const file = { sha256: paper.sha256, size: paper.size, name: 'risiti.png', type: 'image/png' } as const
    await phone.pushOne('expense.save', newExpense(expenseId, { receiptCode: 'EXPORT1', files: [file] }))
    await phone.call('files.send-piece', chunkOf(paper))
    await phone.pushOne('expense.keep-file', { expenseId, sha256: paper.sha256 })
    const withoutReceipt = randomUUID()
    await phone.pushOne('expense.save', newExpense(withoutReceipt, { receiptCode: '' }))
    const name = '=HYPERLINK("http://mbaya.test")'
    const fields = { name, unit: 'kg', unitPrice: 100, taxType: 'standard', active: true }
    await phone.pushOne('product.save', { productId: randomUUID(), baseRev: 0, base: null, fields })
    const owner = await anOwner()
    expect(await owner.start()).toMatchObject({ status: 'queued', size: 0 })
    await writeExports(backend.server.services, companyId)
    const done = await owner.read()
    expect(done).toMatchObject({ status: 'done', done: done.total })
    const files = await fetchFiles(((await owner.link(done.id)).body as { path: string }).path)

    const invoices = recordsOf<Invoice>(files, 'invoices')
    const stored = await backend.server.services.db
      .selectFrom('invoices')
      .select('document')
      .where('company_id', '=', companyId)
      .execute()
    expect(invoices.map(({ id }) => id).sort()).toEqual(stored.map(({ document }) => document.id).sort())
    const total = sum(stored.map(({ document }) => document.totals.totalIncludingTax))
    expect(total).toBe(8 * 300_000)
    expect(sum(invoices.map(({ totals }) => totals.totalIncludingTax))).toBe(total)
    expect(sum(rowsOf(files, 'invoices').map((row) => Number(row['totalIncludingTax'])))).toBe(total / 100)
    expect(sum(rowsOf(files, 'invoice-payments').map((row) => Number(row['amount'])))).toBe(total / 100)
    expect(sum(rowsOf(files, 'receipts').map((row) => Number(row['total'])))).toBe(total / 100)
    const lines = rowsOf(files, 'invoice-lines')
    expect(lines).toHaveLength(3)
    expect(sum(lines.map((row) => Number(row['amount'])))).toBe(total / 100)
    expect(lines.map((row) => [row['amount'], row['netAmount']])).toContainEqual(['3000', '2542.37'])
    const refunded = invoices.flatMap(({ creditNotes = [] }) => creditNotes.map((note) => note.total / 100))
    expect(rowsOf(files, 'credit-notes').map((row) => Number(row['total']))).toEqual(refunded)
    expect(recordsOf<{ signedDocument: string }>(files, 'receipts')[0]?.signedDocument).toContain('<RCTNUM>')
    expect(rowsOf(files, 'invoices')[0]).toMatchObject({ origin: 'app', amountType: 'INCLUSIVE' })
    expect(recordsOf<Expense>(files, 'expenses').map(({ id }) => id)).toContain(expenseId)
    const expenses = rowsOf(files, 'expenses')
    const expense = expenses.find(({ id }) => id === expenseId)
    expect(expense).toMatchObject({ receiptCode: 'EXPORT1', internalNumber: '' })
    const paid = rowsOf(files, 'expense-payments').filter((row) => row['expenseId'] === expenseId)
    expect(sum(paid.map((row) => Number(row['amount'])))).toBe(Number(expense?.['total']))
    // What has no receipt has no receipt code either (tanzania-facts §11.27).
    expect(expenses.find(({ id }) => id === withoutReceipt)).toMatchObject({
      receiptCode: '',
      internalNumber: ownReceiptCode(withoutReceipt),
    })
    const kept = files[`files/${expense?.['files']}`]
    expect(Buffer.from(kept ?? [])).toEqual(paper.content)
    expect(rowsOf(files, 'products').map((row) => row['name'])).toContain(`'${name}`)
    expect(recordsOf<{ action: string }>(files, 'audit-trail').map(({ action }) => action)).toContain(
      'data.export',
    )
    expect(rowsOf(files, 'operators').map((row) => row['username'])).toContain(owner.username)
    expect(strFromU8(files['operators.json'] ?? new Uint8Array(0))).not.toMatch(/argon2|password/)
    expect(strFromU8(files['READ-ME.txt'] ?? new Uint8Array(0))).toContain('KISWAHILI')
  })

  test('an organization admin takes out the data of the own companies, and both steps are in the audit trail', async () => {
    const { db } = backend.server.services
    const { organization_id } = await db
      .selectFrom('companies')
      .select('organization_id')
      .where('id', '=', shop.companyId)
      .executeTakeFirstOrThrow()
    const admin = await signedIn({ user_type: 'organization_admin', company_id: null, organization_id })
    await admin.start()
    await writeExports(backend.server.services, shop.companyId)
    const { id } = await admin.read()
    expect((await admin.link(id)).status).toBe(200)
    const entries = await db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `export:${id}`)
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['data.export', 'data.download'])
  })

  test('the file is for the person who asked: another owner gets no link, and a disabled one no file', async () => {
    const [owner, second] = [await anOwner(), await anOwner()]
    await owner.start()
    await writeExports(backend.server.services, shop.companyId)
    const { id } = await owner.read()
    expect(await second.link(id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const stranger = await createShop(backend)
    const foreign = await signedIn({ user_type: 'company_owner', company_id: stranger.companyId })
    expect(await foreign.link(id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const { path } = (await owner.link(id)).body as { path: string }
    for (const companyId of [stranger.companyId, '-'.repeat(36)]) {
      const elsewhere = path.replace(shop.companyId, companyId)
      expect((await fetch(`${backend.server.url}${elsewhere}`)).status).toBe(404)
    }
    const { db } = backend.server.services
    await db.updateTable('users').set({ status: 'inactive' }).where('username', '=', owner.username).execute()
    expect((await fetch(`${backend.server.url}${path}`)).status).not.toBe(200)
  })

  test('a link is over after five minutes and the file after a day; a lost attempt is written again', async () => {
    const owner = await anOwner()
    await owner.start()
    const { db } = backend.server.services
    await db
      .updateTable('data_exports')
      .set({ status: 'running', attempt: 1 })
      .where('status', '=', 'queued')
      .execute()
    backend.clock.advance(3 * 60_000)
    await writeExports(backend.server.services, shop.companyId)
    const { id, status } = await owner.read()
    expect(status).toBe('done')
    const { path } = (await owner.link(id)).body as { path: string }
    expect(await fetchFiles(path)).toHaveProperty('about.json')
    backend.clock.advance(5 * 60_000 + 1)
    expect((await fetch(`${backend.server.url}${path}`)).status).toBe(404)
    backend.clock.advance(24 * 3_600_000)
    await writeExports(backend.server.services, shop.companyId)
    expect(await db.selectFrom('data_export_pieces').select('number').execute()).toEqual([])
  })
})
