import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import type { CompletingReceipt } from '#domain/expenses/incomplete-expense.ts'
import { type ReadReceiptCode, readScannedReceipt } from '#domain/expenses/receipt-code.ts'
import { completingReceipt } from '#domain/expenses/receipt-text.ts'
import type { ReadableFile, ReceiptReader } from '../../gateways/receipt-reader/gateway.ts'
import { findCompleteFile, getContent } from '../../storage/files/files.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { DeliveryDeps } from '../fiscal/delivery-deps.ts'

/** What the files of an expense show: the code of a receipt, what is on it, and what the authority has of it. */
export type FoundReceipt = {
  /** '' where none was read. */
  readonly code: string
  readonly time: string | undefined
  /** Absent where only a code was found that the authority could not be asked about. */
  readonly receipt?: CompletingReceipt
  readonly byAuthority?: AuthorityReceipt
}

type Deps = Pick<DeliveryDeps, 'services' | 'tra' | 'endpoint'> & { readonly reader: ReceiptReader }

type Course = {
  /** Before the text is read, which takes longest. Says whether to go on. */
  readonly onText: () => Promise<boolean>
  readonly signal: AbortSignal
}

async function askAuthority(
  { tra, endpoint }: Deps,
  { code, time }: ReadReceiptCode,
): Promise<FoundReceipt | undefined> {
  if (time === undefined) return undefined
  const found = await tra.verify(endpoint, code, time)
  return found.kind === 'found'
    ? { code, time, receipt: found.receipt, byAuthority: found.receipt }
    : undefined
}

/** What a broken file makes the reader say is the same as a file that shows nothing. */
async function orNothing<T>(reading: Promise<T>): Promise<T | null> {
  return await reading.catch(() => null)
}

/**
 * Looks for a receipt in files, in this order: a QR code whose receipt the authority has, text that says what was paid,
 * at least a code. `undefined` where nothing is found, or the search was stopped.
 */
export async function findReceipt(
  deps: Deps,
  scope: CompanyScope,
  files: readonly ExpenseFile[],
  { onText, signal }: Course,
): Promise<FoundReceipt | undefined> {
  const { services, reader, endpoint } = deps
  const latest = addDays(fiscalDayOf(toInstant(services.clock.now())), 1)
  const open = async ({ sha256 }: ExpenseFile): Promise<ReadableFile | undefined> => {
    const file = await findCompleteFile(services.db, scope, sha256)
    return file && { type: file.type, content: await getContent(services.db, scope, sha256), latest }
  }
  let scanned: ReadReceiptCode | undefined
  for (const listed of files) {
    const file = await open(listed)
    const text = file && (await orNothing(reader.findCode(file, signal)))
    const read = text ? readScannedReceipt(text, endpoint.environment === 'simulator') : undefined
    const known = read && (await askAuthority(deps, read))
    if (known) return known
    scanned ??= read
  }
  if (signal.aborted || !(await onText())) return undefined
  for (const listed of files) {
    const file = await open(listed)
    const text = file && (await orNothing(reader.readText(file, signal)))
    const receipt = text ? completingReceipt(text) : undefined
    if (!receipt) continue
    if (scanned) return { ...scanned, receipt }
    const read = { code: receipt.code, time: receipt.code === '' ? undefined : receipt.time }
    return (await askAuthority(deps, read)) ?? { ...read, receipt }
  }
  return scanned && { ...scanned }
}
