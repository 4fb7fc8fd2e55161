import { describe, expect, test } from 'vitest'
import { saveExpense } from '#commands/expenses.ts'
import type { Session } from '#contract/session.ts'
import { findExpense } from '#data/expenses.ts'
import { findFile, findFileContent, updateFile, upsertFile } from '#data/files.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { countPending, listUnsent } from '#data/outbox-entries.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { runSync } from '#sync/run-sync.ts'
import { decryptWork, encryptWork } from '#sync/transfer/encrypted-file.ts'
import { exportUnsentWithFiles, type UnsentWithFiles } from '#sync/transfer/export-unsent.ts'
import { importUnsent } from '#sync/transfer/import-unsent.ts'
import { crashAtEveryStep } from '../../support/crash-at-every-step.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { Device, idOf } from '../device.ts'
import { createProduct, createSubmission, unwrap } from '../shop.ts'

const PASSWORD = 'sukari na chumvi'
const MEGABYTE = 1024 * 1024

function content(text: string, size = 40_000): ArrayBuffer {
  const bytes = new Uint8Array(size)
  new TextEncoder().encodeInto(text, bytes)
  return bytes.buffer
}

/** An expense of this phone with photos of these sizes, none of them sent. */
async function anExpense(device: Device, text: string, sizes: readonly number[] = [40_000]) {
  const id = idOf(text)
  const files: ExpenseFile[] = []
  for (const [index, size] of sizes.entries()) {
    const bytes = content(`${text} ${index}`, size)
    const file = { sha256: await hashBytes(bytes), type: 'image/jpeg' as const, size }
    await upsertFile(device.account.db, { ...file, at: device.clock.now(), sent: 0 }, bytes)
    files.push({ ...file, name: `${text}.jpg` })
  }
  const day = new Date(device.clock.now()).toISOString().slice(0, 10)
  const written = { ...expenseFields(), receiptCode: `KODI ${text}`, day, files }
  unwrap(await saveExpense(device.account, device.commands, { expenseId: id, written }))
  return { id, files }
}

async function owners(of: Device): Promise<Device> {
  const device = await Device.make({ server: of.server, clock: of.clock })
  const { db } = device.account
  const session = await findMeta(db, 'session')
  if (!session) throw new Error('no session')
  const owner: Session = { ...session, user: { ...session.user, user_type: 'company_owner' } }
  await upsertMeta(db, 'session', owner)
  return device
}

async function backupOf(device: Device): Promise<UnsentWithFiles> {
  const collected = await exportUnsentWithFiles(device.account, device.clock.now())
  if (!collected) throw new Error('nobody is signed in')
  return collected
}

/** Through the downloaded file. */
async function throughFile({ work, contents }: UnsentWithFiles) {
  const opened = await decryptWork(await encryptWork(work, PASSWORD, () => 0.3, contents), PASSWORD)
  if (opened.kind !== 'open') throw new Error(opened.code)
  return opened
}

type TransferredFiles = Pick<UnsentWithFiles, 'work' | 'contents'>

async function restore({ account, commands }: Device, { work, contents }: TransferredFiles) {
  return unwrap(await importUnsent(account, commands, work, contents))
}

describe('the photos of unsent expenses in a backup file', () => {
  test('come to the other phone with their expense, and are sent once by either phone', async () => {
    const first = await Device.make()
    const { id, files } = await anExpense(first, 'umeme', [40_000, 70_000])
    const owner = await owners(first)
    const backup = await backupOf(first)
    expect(backup.omittedFiles).toBe(0)
    expect(await restore(owner, await throughFile(backup))).toEqual({ kind: 'taken', imported: 3, known: 0 })
    // Seen before anything is sent, with who wrote it.
    expect(await findExpense(owner.account.db, id)).toMatchObject({
      shown: 'waiting',
      createdBy: first.userId,
      createdByName: 'Asha Mfano',
      files,
    })
    await runSync(owner.account, owner.deps, 'start')
    await runSync(first.account, first.deps, 'start')
    const { server } = first
    for (const [index, { sha256, size }] of files.entries()) {
      const original = Buffer.from(content(`umeme ${index}`, size))
      expect(server.files.get(sha256)?.bytes.equals(original)).toBe(true)
    }
    expect(server.executions.map(({ type }) => type)).toEqual([
      'expense.save',
      'expense.keep-file',
      'expense.keep-file',
    ])
    for (const { account } of [first, owner]) expect(await countPending(account.db)).toBe(0)
  })

  test('take the place of a damaged copy that the server refused of the phone they come to', async () => {
    const first = await Device.make()
    const { files } = await anExpense(first, 'umeme')
    const [file] = files
    if (!file) throw new Error('no file')
    const owner = await owners(first)
    const { db } = owner.account
    const damaged = content('umeme 0, but damaged', file.size)
    await upsertFile(db, { ...file, at: owner.clock.now(), sent: 0 }, damaged)
    await updateFile(db, file.sha256, { sent: file.size, refused: true })
    await restore(owner, await throughFile(await backupOf(first)))
    await runSync(owner.account, owner.deps, 'start')
    const original = Buffer.from(content('umeme 0', file.size))
    expect(owner.server.files.get(file.sha256)?.bytes.equals(original)).toBe(true)
    expect(await listUnsent(db)).toEqual([])
  })

  test('add nothing when they come again, before they were sent and after', async () => {
    const first = await Device.make()
    const { files } = await anExpense(first, 'maji')
    const owner = await owners(first)
    const backup = await backupOf(first)
    await restore(owner, backup)
    expect(await restore(owner, backup)).toEqual({ kind: 'taken', imported: 0, known: 2 })
    await runSync(owner.account, owner.deps, 'start')
    const { sha256 } = files[0] ?? { sha256: '' }
    const { db } = owner.account
    // Room was made meanwhile: what the server has does not come back to this phone.
    await db.files.delete(sha256)
    await db.fileContents.delete(sha256)
    expect(await restore(owner, backup)).toEqual({ kind: 'taken', imported: 0, known: 2 })
    expect(await findFile(db, sha256)).toBeUndefined()
    expect(await listUnsent(db)).toEqual([])
  })

  test('travel as far as a cheap phone can hold them; the rest stays where it is, and is counted', async () => {
    const first = await Device.make()
    const sizes = [5 * MEGABYTE, 5 * MEGABYTE, 1_000, 5 * MEGABYTE, 5 * MEGABYTE]
    await anExpense(first, 'kubwa', sizes)
    await anExpense(first, 'nyingine', [5 * MEGABYTE, 2_000])
    const { work, contents, omittedFiles: leftBehind } = await backupOf(first)
    expect(leftBehind).toBe(1)
    expect(contents.map(({ byteLength }) => byteLength)).toEqual([
      1_000,
      2_000,
      ...Array.from({ length: 4 }, () => 5 * MEGABYTE),
    ])
    const types = work.operations.map(({ type }) => type)
    expect(types.filter((type) => type === 'expense.save')).toHaveLength(2)
    expect(types.filter((type) => type === 'expense.keep-file')).toHaveLength(6)
  })

  test('that the browser has lost, or the phone sent long ago, hold up nothing', async () => {
    const first = await Device.make()
    const { files } = await anExpense(first, 'imefutwa', [40_000, 50_000])
    await first.account.db.fileContents.delete(files[0]?.sha256 ?? '')
    expect((await backupOf(first)).work.files).toEqual([
      { sha256: files[1]?.sha256, type: 'image/jpeg', size: 50_000 },
    ])
    await runSync(first.account, first.deps, 'start')
    expect((await backupOf(first)).contents).toEqual([])
  })

  test('are what their hash says, or nothing is taken', async () => {
    const first = await Device.make()
    await anExpense(first, 'kodi')
    const { work } = await backupOf(first)
    const wrong = [[content('nyingine')], [content('kodi 0', 39_999)], [content('kodi 0'), content('x')]]
    for (const contents of wrong) {
      const file = await encryptWork(work, PASSWORD, () => 0.3, contents)
      expect(await decryptWork(file, PASSWORD)).toEqual({ kind: 'refused', code: 'damaged' })
    }
  })

  test('leave a file without photos as older apps know it', async () => {
    const device = await Device.make()
    await createSubmission(device, await createProduct(device))
    const formatNow = async () => {
      const { work, contents } = await backupOf(device)
      return (await encryptWork(work, PASSWORD, () => 0.3, contents))[4]
    }
    expect(await formatNow()).toBe(2)
    await anExpense(device, 'umeme')
    expect(await formatNow()).toBe(3)
  })
})

test('a phone that dies at any step of taking work over has it once when it is taken over again (C6)', async () => {
  const from = await Device.make()
  const product = await createProduct(from)
  for (let sale = 0; sale < 26; sale += 1) await createSubmission(from, product)
  const { files } = await anExpense(from, 'umeme', [40_000, 70_000])
  const backup = await backupOf(from)
  const steps = await crashAtEveryStep(async () => {
    // Each time at a server that knows nothing.
    const phone = await owners(await Device.make({ companyId: from.companyId, clock: from.clock }))
    return {
      run: () => restore(phone, backup),
      check: async (step) => {
        await phone.restart()
        expect(await restore(phone, backup), step).toMatchObject({ kind: 'taken' })
        const unsent = await listUnsent(phone.account.db)
        expect(unsent, step).toHaveLength(30)
        expect(
          unsent.map(({ deviceSeq }) => deviceSeq),
          step,
        ).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
        for (const { sha256, size } of files) {
          expect((await findFileContent(phone.account.db, sha256))?.byteLength, step).toBe(size)
        }
        await runSync(phone.account, phone.deps, 'start')
        expect(await countPending(phone.account.db), step).toBe(0)
        expect(phone.server.executions, step).toHaveLength(30)
        expect(phone.server.files.size, step).toBe(2)
      },
    }
  })
  expect(steps).toBeGreaterThan(4)
})
