import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { keepFileHere } from '#data/files.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { saveExpense } from '#sync/commands/expenses.ts'
import { hashBytes } from '#sync/files/hash-bytes.ts'
import { expenseFields } from '../support/an-expense.ts'
import type { Shop } from '../support/shop.ts'
import type { RealPhone } from './real-phone.ts'
import type { Stage } from './stage.ts'

/** Files of these sizes on a phone, for an expense. */
export async function attach(phone: RealPhone, sizes: readonly number[]): Promise<ExpenseFile[]> {
  const files: ExpenseFile[] = []
  for (const [n, size] of sizes.entries()) {
    const bytes = new Uint8Array(size)
    bytes.set(randomBytes(bytes.length))
    bytes.set([0xff, 0xd8, 0xff, 0xe0])
    const file = { sha256: await hashBytes(bytes.buffer), type: 'image/jpeg' as const, size: bytes.length }
    await keepFileHere(phone.account.db, { ...file, at: phone.deps.ports.clock.now(), sent: 0 }, bytes.buffer)
    files.push({ ...file, name: `risiti-${n}.jpg` })
  }
  return files
}

/** Writes an expense with these files down on a phone. */
export async function spend(phone: RealPhone, files: readonly ExpenseFile[]): Promise<void> {
  const written = { ...expenseFields(), day: '2026-11-20', files }
  const saved = await saveExpense(phone.account, phone.commands, { expenseId: randomUUID(), written })
  expect(saved).toMatchObject({ kind: 'kept' })
}

/** What the files of a company hash to, by the bytes that the server stored. */
export async function hashesOnServer(stage: Stage, { companyId }: Shop): Promise<string[]> {
  const { db } = stage.market.server.services
  const pieces = await db
    .selectFrom('file_pieces')
    .select(['sha256', 'bytes'])
    .where('company_id', '=', companyId)
    .orderBy('at')
    .execute()
  return [...Map.groupBy(pieces, ({ sha256 }) => sha256).values()].map((ofFile) =>
    createHash('sha256')
      .update(Buffer.concat(ofFile.map(({ bytes }) => bytes)))
      .digest('hex'),
  )
}
