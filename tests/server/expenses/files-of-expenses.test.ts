import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationBody } from '#contract/operations.ts'
import { changeSchema } from '#contract/sync.ts'
import { expenseFields, newExpense } from '../../support/expense-input.ts'
import { chunkOf, makeFile, type TestFile } from '../../support/make-file.ts'
import {
  createShop,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let other: Phone

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  other = await signInPhone(backend.server, shop.companyId)
})
afterAll(async () => await backend.close())

type Files = NonNullable<OperationBody<'expense.save'>['fields']['files']>

const listed = (...files: readonly TestFile[]): Files =>
  files.map(({ sha256, size }) => ({ sha256, size, name: 'risiti.png', type: 'image/png' }))

const [A, B, C] = [makeFile('png', 'a'), makeFile('png', 'b'), makeFile('png', 'c')] as const

async function filesOf(id: string): Promise<string[]> {
  const changes = (await other.pull()).changes.map((change) => v.parse(changeSchema, change))
  const found = changes.findLast((change) => change.id === id)
  return found?.t === 'expense' ? (found.row?.files ?? []).map(({ sha256 }) => sha256) : []
}

test('files of two phones meet, what one takes away goes, and an app without files changes none (offline-design 3.10)', async () => {
  const id = randomUUID()
  const code = `F-${id.slice(0, 8)}`
  const fields = (files?: Files, category: 'ELECTRICITY' | 'RENT' = 'ELECTRICITY') =>
    expenseFields({ receiptCode: code, category, ...(files ? { files } : {}) })
  const save = async (
    by: Phone,
    base: ReturnType<typeof fields> | null,
    written: ReturnType<typeof fields>,
  ) =>
    expect(
      await by.pushOne('expense.save', { ...newExpense(id), baseRev: base ? 1 : 0, base, fields: written }),
    ).toMatchObject({ state: 'done' })
  await save(shop.phone, null, fields(listed(A)))
  await save(shop.phone, fields(listed(A)), fields(listed(A, B)))
  await save(other, fields(listed(A)), fields(listed(C)))
  expect(await filesOf(id)).toEqual([B.sha256, C.sha256])
  await save(other, fields(), fields(undefined, 'RENT'))
  expect(await filesOf(id)).toEqual([B.sha256, C.sha256])
})

test('files of two phones that are together more than one may attach reach every phone, and can be changed', async () => {
  const id = randomUUID()
  const code = `F-${id.slice(0, 8)}`
  const all = ['k', 'l', 'm', 'n', 'o', 'p', 'q', 'r'].map((name) => makeFile('png', name))
  const fields = (files: readonly TestFile[]) => expenseFields({ receiptCode: code, files: listed(...files) })
  const save = async (by: Phone, before: readonly TestFile[], after: readonly TestFile[]) =>
    expect(
      await by.pushOne('expense.save', {
        ...newExpense(id),
        ...{ baseRev: 1, base: before.length === 0 ? null : fields(before), fields: fields(after) },
      }),
    ).toMatchObject({ state: 'done' })
  await save(shop.phone, [], all.slice(0, 2))
  await save(shop.phone, all.slice(0, 2), all.slice(0, 5))
  await save(other, all.slice(0, 2), [...all.slice(0, 2), ...all.slice(5)])
  expect(await filesOf(id)).toEqual(all.map(({ sha256 }) => sha256))
  await save(other, all, all.slice(1))
  expect(await filesOf(id)).toEqual(all.slice(1).map(({ sha256 }) => sha256))
})

test('the content is stored once it is complete, in any order of arrival; repeated requests get the same answer', async () => {
  const id = randomUUID()
  expect(await shop.phone.pushOne('expense.save', newExpense(id, { files: listed(A) }))).toMatchObject({
    state: 'done',
  })
  const operation = shop.phone.operation('expense.keep-file', { expenseId: id, sha256: A.sha256 })
  const push = async () => (await shop.phone.push(operation))[0]
  expect(await push()).toMatchObject({ state: 'retry', code: 'FILE_INCOMPLETE' })
  await shop.phone.call('files.send-piece', chunkOf(A, 0, 10))
  expect(await push()).toMatchObject({ state: 'retry', code: 'FILE_INCOMPLETE' })
  await shop.phone.call('files.send-piece', chunkOf(A, 10))
  const done = await push()
  expect(done).toMatchObject({ state: 'done', change: { t: 'expense', id, rev: 1 } })
  expect(await push()).toEqual(done)
})

test('no file is kept for an expense that is not there', async () => {
  await shop.phone.call('files.send-piece', chunkOf(B))
  const body = { expenseId: randomUUID(), sha256: B.sha256 }
  expect(await shop.phone.pushOne('expense.keep-file', body)).toMatchObject({ code: 'EXPENSE_NOT_FOUND' })
})
