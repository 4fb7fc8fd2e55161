import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { saveExpense } from '#commands/expenses.ts'
import { upsertFile } from '#data/files.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { expenseFields } from '../support/expense-input.ts'
import type { Shop } from '../support/test-backend.ts'
import type { RealPhone } from './real-phone.ts'
import type { TestBed } from './test-bed.ts'

/** Files of these sizes on a phone, for an expense. */
export async function attach(phone: RealPhone, sizes: readonly number[]): Promise<ExpenseFile[]> {
  const files: ExpenseFile[] = []
  for (const [n, size] of sizes.entries()) {
    const bytes = new Uint8Array(size)
    bytes.set(randomBytes(bytes.length))
    bytes.set([0xff, 0xd8, 0xff, 0xe0])
    const file = { sha256: await hashBytes(bytes.buffer), type: 'image/jpeg' as const, size: bytes.length }
    await upsertFile(phone.account.db, { ...file, at: phone.deps.ports.clock.now(), sent: 0 }, bytes.buffer)
    files.push({ ...file, name: `risiti-${n}.jpg` })
  }
  return files
}

/** Writes an expense with these files down on a phone. */
export async function spend(phone: RealPhone, files: readonly ExpenseFile[]): Promise<void> {
  const written = { ...expenseFields(), day: '2026-11-20', files }
  const saved = await saveExpense(phone.account, phone.commands, { expenseId: randomUUID(), written })
  expect(saved).toMatchObject({ ok: true })
}

/** What the files of a company hash to, by the bytes that the server stored. */
export async function hashesOnServer(stage: TestBed, { companyId }: Shop): Promise<string[]> {
  const { db } = stage.backend.server.services
  const chunks = await db
    .selectFrom('file_pieces')
    .select(['sha256', 'bytes'])
    .where('company_id', '=', companyId)
    .orderBy('at')
    .execute()
  return [...Map.groupBy(chunks, ({ sha256 }) => sha256).values()].map((ofFile) =>
    createHash('sha256')
      .update(Buffer.concat(ofFile.map(({ bytes }) => bytes)))
      .digest('hex'),
  )
}
