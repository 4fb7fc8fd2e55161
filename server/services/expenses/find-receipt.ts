import { setTimeout as pause } from 'node:timers/promises'
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
  /** The code is made of letters in a picture, some of which may be wrong. */
  readonly isUncertain?: true
  /** Absent where only a code was found that the authority could not be asked about. */
  readonly receipt?: CompletingReceipt
  readonly byAuthority?: AuthorityReceipt
}

/** Spec §1: a minute for the whole expense, of which codes may take a part, and text all but the last question. */
const CODES_WITHIN_MS = 20_000
const TEXTS_WITHIN_MS = 50_000
const ALL_WITHIN_MS = 57_000

type Deps = Pick<DeliveryDeps, 'services' | 'tra' | 'endpoint'> & { readonly reader: ReceiptReader }

type Course = {
  /** Before the text is read, which takes longest. Says whether to go on. */
  readonly onText: () => Promise<boolean>
  readonly signal: AbortSignal
}

/** Asks the authority for a receipt; a page that takes longer than `longestMs` is as one that does not answer. */
async function askAuthority(
  { tra, endpoint }: Deps,
  { code, time }: ReadReceiptCode,
  longestMs: number,
): Promise<FoundReceipt | undefined> {
  if (time === undefined || longestMs <= 0) return undefined
  const answered = new AbortController()
  const tooLate = pause(longestMs, undefined, { signal: answered.signal }).catch(() => undefined)
  try {
    const found = await Promise.race([tra.verify(endpoint, code, time), tooLate])
    return found?.kind === 'found'
      ? { code, time, receipt: found.receipt, byAuthority: found.receipt }
      : undefined
  } finally {
    answered.abort()
  }
}

/**
 * The code of a receipt that a file has as text: that of its own picture, or else that of another one, which may show the
 * end of the same paper; not where the two are of different times, unless the text has the same code and a wrong time.
 */
function codeOf(
  scanned: ReadonlyMap<string, ReadReceiptCode>,
  sha256: string,
  { code, time }: CompletingReceipt,
): ReadReceiptCode | undefined {
  const others = [...scanned.values()]
  const isOfTime = (other: ReadReceiptCode) =>
    time === undefined || other.time === undefined || other.time === time
  return scanned.get(sha256) ?? others.find((other) => other.code === code) ?? others.find(isOfTime)
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
  // What a broken file makes the reader say is the same as a file that shows nothing; a reader that always says it is broken.
  const orNothing = async <T>(reading: Promise<T>): Promise<T | null> =>
    await reading.catch((error: unknown) => {
      if (!signal.aborted) services.log({ event: 'file-not-read', message: String(error) })
      return null
    })
  const begunMs = services.clock.now()
  const leftMs = (withinMs: number) => Math.max(0, begunMs + withinMs - services.clock.now())
  // What a file does not need is for those after it.
  const shareMs = (withinMs: number, at: number) => Math.floor(leftMs(withinMs) / (files.length - at))
  const scanned = new Map<string, ReadReceiptCode>()
  for (const [at, listed] of files.entries()) {
    const untilMs = services.clock.now() + shareMs(CODES_WITHIN_MS, at)
    const ownMs = () => Math.max(0, untilMs - services.clock.now())
    const file = await open(listed)
    const text = file && (await orNothing(reader.findCode(file, signal, ownMs())))
    const read = text ? readScannedReceipt(text, endpoint.environment === 'simulator') : undefined
    const known = read && (await askAuthority(deps, read, ownMs()))
    if (known) return known
    if (read) scanned.set(listed.sha256, read)
  }
  if (signal.aborted || !(await onText())) return undefined
  for (const [at, listed] of files.entries()) {
    const file = await open(listed)
    const text = file && (await orNothing(reader.readText(file, signal, shareMs(TEXTS_WITHIN_MS, at))))
    const receipt = text ? completingReceipt(text) : undefined
    if (!receipt) continue
    const code = codeOf(scanned, listed.sha256, receipt)
    if (code) return { ...code, receipt }
    const read = { code: receipt.code, time: receipt.code === '' ? undefined : receipt.time }
    const known = await askAuthority(deps, read, leftMs(ALL_WITHIN_MS))
    return known ?? { ...read, receipt, ...(text?.isRecognized ? { isUncertain: true } : {}) }
  }
  const [first] = scanned.values()
  return first && { ...first }
}
