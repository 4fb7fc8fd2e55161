import { openAccountFile } from '#app/open-file.ts'
import { saveExpense } from '#commands/expenses.ts'
import { expenseFromRow } from '#data/expense-row.ts'
import { deleteOldFiles, upsertFile } from '#data/files.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import type { ExpenseRow } from '#data/rows.ts'
import type { UncheckedExpense } from '#domain/expenses/check-expense.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { MAX_EXPENSE_FILES, validateFile } from '#domain/files/validate-file.ts'
import { ok } from '#domain/result.ts'
import type { CommandResult } from '#sync/outbox/command-result.ts'
import type { FileAttachment, FileOpen, FileRemoval, PlannedFile } from '../plan/plan.ts'
import { contentOf, hashOf } from '../plan/planned-file.ts'
import type { History } from './history.ts'
import { writtenExpense } from './perform-expense.ts'
import type { Tab } from './tab.ts'

/** The outcome, and what the checks need later. */
type FileActionResult = {
  readonly result: CommandResult<unknown>
  readonly subject?: { readonly expenseId: string; readonly files?: readonly string[] }
}

/** Does what a person does with the files of expenses; `undefined` when there is nothing to do it to. */
export async function performFiles(
  history: History,
  tab: Tab,
  action: FileAttachment | FileRemoval | FileOpen,
  rows: readonly ExpenseRow[],
): Promise<FileActionResult | undefined> {
  switch (action.kind) {
    case 'attach files':
      return await attachFiles(history, tab, action, rows)
    case 'take file off':
      return await takeOff(tab, action, rows)
    case 'open file':
      return await open(history, tab, action, rows)
  }
}

function pick(rows: readonly ExpenseRow[], which: number): ExpenseRow | undefined {
  return rows[which % Math.max(1, rows.length)]
}

/** As the form does once a file is chosen. Squeezing a photo is the browser's: these are as they are kept. */
async function chooseFile(
  history: History,
  { account, deps, phone }: Tab,
  planned: PlannedFile,
): Promise<ExpenseFile> {
  const content = contentOf(planned)
  const checked = validateFile(content.subarray(0, 8), content.length)
  if (checked.kind === 'refused') throw new Error(`a planned file is refused: ${checked.code}`)
  const sha256 = await hashBytes(content)
  const file = { sha256, type: checked.type, size: content.length }
  const { clock } = deps.ports
  history.add({ kind: 'chose', phone: phone.name, account: account.id, sha256 })
  await deleteOldFiles(account.db, clock.now())
  await upsertFile(account.db, { ...file, at: clock.now(), sent: 0 }, content.buffer)
  return { ...file, name: `${planned.word}.${checked.type.split('/')[1]}` }
}

async function attachFiles(
  history: History,
  tab: Tab,
  action: FileAttachment,
  rows: readonly ExpenseRow[],
): Promise<FileActionResult | undefined> {
  const { account, commands, deps } = tab
  const pending = rows.filter(({ status }) => status === 'pending')
  const edited = action.fresh ? undefined : pick(pending, action.which)
  const has = edited?.files ?? []
  const room = action.files.slice(0, Math.max(0, MAX_EXPENSE_FILES - has.length))
  const added: ExpenseFile[] = []
  for (const planned of room) {
    const file = await chooseFile(history, tab, planned)
    if (!has.some(({ sha256 }) => sha256 === file.sha256)) added.push(file)
  }
  if (added.length === 0) return undefined
  const expenseId = edited?.id ?? deps.ports.newId()
  const written: UncheckedExpense = edited ? expenseFromRow(edited) : writtenExpense({ ...action, code: 0 })
  const input = { expenseId, written: { ...written, files: [...has, ...added] } }
  const outcome = await saveExpense(account, commands, input)
  if (!outcome.ok) return { result: outcome }
  return { result: outcome, subject: { expenseId, files: added.map(({ sha256 }) => sha256) } }
}

async function takeOff(
  { account, commands }: Tab,
  action: FileRemoval,
  rows: readonly ExpenseRow[],
): Promise<FileActionResult | undefined> {
  const offered = rows.filter(({ status, files = [] }) => status === 'pending' && files.length > 0)
  const row = pick(offered, action.which)
  if (!row) return undefined
  const written = { ...expenseFromRow(row), files: row.files?.slice(1) ?? [] }
  const outcome = await saveExpense(account, commands, { expenseId: row.id, written })
  return { result: outcome, ...(outcome.ok ? { subject: { expenseId: row.id } } : {}) }
}

async function open(
  history: History,
  tab: Tab,
  { which, foreign }: FileOpen,
  rows: readonly ExpenseRow[],
): Promise<FileActionResult | undefined> {
  const { account, deps, phone } = tab
  const files = rows.flatMap((row) => row.files ?? [])
  const file = foreign ? guessed(foreign) : files[which % Math.max(1, files.length)]
  if (!file) return undefined
  const opened = await openAccountFile(deps, account, file)
  if (!tab.actor.alive) return undefined
  const shown = opened.kind === 'answered' ? hashOf(new Uint8Array(opened.value)) : null
  history.add({ kind: 'opened', phone: phone.name, account: account.id, sha256: file.sha256, shown })
  return shown === null ? undefined : { result: ok(null) }
}

/** A file by its hash alone, as a user without the right to it may know it. */
function guessed(planned: PlannedFile): ExpenseFile {
  const { type, size, word } = planned
  return { sha256: hashOf(contentOf(planned)), type, size, name: word }
}
