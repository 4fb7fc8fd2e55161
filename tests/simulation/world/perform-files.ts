import { openAccountFile } from '#app/open-file.ts'
import { plainExpense } from '#data/expense-row.ts'
import { forgetOldFiles, keepFileHere } from '#data/files.ts'
import type { ExpenseRow } from '#data/rows.ts'
import type { WrittenExpense } from '#domain/expenses/check-expense.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { judgeFile, MAX_EXPENSE_FILES } from '#domain/files/judge-file.ts'
import { saveExpense } from '#sync/commands/expenses.ts'
import { type Kept, kept } from '#sync/commands/outcome.ts'
import { hashBytes } from '#sync/files/hash-bytes.ts'
import type { FileAttaching, FileOpening, FileRemoving, PlannedFile } from '../plan/plan.ts'
import { contentOf, hashOf } from '../plan/planned-file.ts'
import type { History } from './history.ts'
import { writtenExpense } from './perform-expense.ts'
import type { Tab } from './tab.ts'

/** What came of it, and what the judge asks for later. */
type Done = {
  readonly kept: Kept<unknown>
  readonly subject?: { readonly expenseId: string; readonly files?: readonly string[] }
}

/** Does what a person does with the files of expenses; `undefined` when there is nothing to do it to. */
export async function performFiles(
  history: History,
  tab: Tab,
  doing: FileAttaching | FileRemoving | FileOpening,
  rows: readonly ExpenseRow[],
): Promise<Done | undefined> {
  switch (doing.kind) {
    case 'attach files':
      return await attachFiles(history, tab, doing, rows)
    case 'take file off':
      return await takeOff(tab, doing, rows)
    case 'open file':
      return await open(history, tab, doing, rows)
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
  const judged = judgeFile(content.subarray(0, 8), content.length)
  if (judged.kind === 'refused') throw new Error(`a planned file is refused: ${judged.code}`)
  const sha256 = await hashBytes(content)
  const file = { sha256, type: judged.type, size: content.length }
  const { clock } = deps.ports
  history.add({ kind: 'chose', phone: phone.name, account: account.id, sha256 })
  await forgetOldFiles(account.db, clock.now())
  await keepFileHere(account.db, { ...file, at: clock.now(), sent: 0 }, content.buffer)
  return { ...file, name: `${planned.word}.${judged.type.split('/')[1]}` }
}

async function attachFiles(
  history: History,
  tab: Tab,
  doing: FileAttaching,
  rows: readonly ExpenseRow[],
): Promise<Done | undefined> {
  const { account, commands, deps } = tab
  const pending = rows.filter(({ status }) => status === 'pending')
  const edited = doing.fresh ? undefined : pick(pending, doing.which)
  const has = edited?.files ?? []
  const room = doing.files.slice(0, Math.max(0, MAX_EXPENSE_FILES - has.length))
  const added: ExpenseFile[] = []
  for (const planned of room) {
    const file = await chooseFile(history, tab, planned)
    if (!has.some(({ sha256 }) => sha256 === file.sha256)) added.push(file)
  }
  if (added.length === 0) return undefined
  const expenseId = edited?.id ?? deps.ports.newId()
  const written: WrittenExpense = edited ? plainExpense(edited) : writtenExpense({ ...doing, code: 0 })
  const input = { expenseId, written: { ...written, files: [...has, ...added] } }
  const outcome = await saveExpense(account, commands, input)
  if (outcome.kind !== 'kept') return { kept: outcome }
  return { kept: outcome, subject: { expenseId, files: added.map(({ sha256 }) => sha256) } }
}

async function takeOff(
  { account, commands }: Tab,
  doing: FileRemoving,
  rows: readonly ExpenseRow[],
): Promise<Done | undefined> {
  const offered = rows.filter(({ status, files = [] }) => status === 'pending' && files.length > 0)
  const row = pick(offered, doing.which)
  if (!row) return undefined
  const written = { ...plainExpense(row), files: row.files?.slice(1) ?? [] }
  const outcome = await saveExpense(account, commands, { expenseId: row.id, written })
  return { kept: outcome, ...(outcome.kind === 'kept' ? { subject: { expenseId: row.id } } : {}) }
}

async function open(
  history: History,
  tab: Tab,
  { which, foreign }: FileOpening,
  rows: readonly ExpenseRow[],
): Promise<Done | undefined> {
  const { account, deps, phone } = tab
  const files = rows.flatMap((row) => row.files ?? [])
  const file = foreign ? guessed(foreign) : files[which % Math.max(1, files.length)]
  if (!file) return undefined
  const opened = await openAccountFile(deps, account, file)
  if (!tab.actor.alive) return undefined
  const shown = opened.kind === 'answered' ? hashOf(new Uint8Array(opened.value)) : null
  history.add({ kind: 'opened', phone: phone.name, account: account.id, sha256: file.sha256, shown })
  return shown === null ? undefined : { kept: kept(null) }
}

/** A file by its hash alone, as somebody may know it who has no right to it. */
function guessed(planned: PlannedFile): ExpenseFile {
  const { type, size, word } = planned
  return { sha256: hashOf(contentOf(planned)), type, size, name: word }
}
