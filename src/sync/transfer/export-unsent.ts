import type { TransferredFile, TransferredOperation, TransferredWork } from '#contract/transferred-work.ts'
import { findFile, findFileContent } from '#data/files.ts'
import { findMeta } from '#data/meta.ts'
import { listFileEntries, listUnsent, updateEntries } from '#data/outbox-entries.ts'
import { fileOfOrderingKey } from '#data/outbox-entry.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { findSession } from '#session/current-session.ts'
import { attemptOf } from '../outbox/attempt.ts'
import { listUnsendable, partitionEntries } from '../outbox/quarantine-entries.ts'

/** More than a phone ever has unsent; encrypted it is a file of some megabytes. */
const MAX_OPERATIONS = 20_000
/** All files together: more would exceed the memory of a cheap phone, which encrypts them as a whole. */
const MAX_FILE_BYTES = 24 * 1024 * 1024

/** Work with the files that it names, and how many files are left out because all together are too large. */
export type UnsentWithFiles = {
  readonly work: TransferredWork
  /** The content of each of `work.files`, in their order. */
  readonly contents: readonly ArrayBuffer[]
  readonly omittedFiles: number
}

/** Operations for a restored server are not transferred: they also say which phone has returned. */
function isTransferable({ type }: Pick<OutboxEntry, 'type'>): boolean {
  return !type.startsWith('receipt.return')
}

function toTransferred(entry: OutboxEntry): TransferredOperation {
  const { opId, type, v, lane, dependsOn, bodyHash, body, createdAt, writtenBy } = entry
  return {
    ...{ opId, type, v, lane, dependsOn: [...dependsOn], bodyHash, body, createdAt },
    ...attemptOf(entry),
    ...(writtenBy ? { writtenBy: { ...writtenBy } } : {}),
  }
}

/** What would be transferred, for a preview: nothing is marked as handed over. Otherwise as `exportUnsent`. */
export async function previewUnsent(account: Account, now: number): Promise<TransferredWork | undefined> {
  return buildTransfer(account, now, () => listTransferable(account, new Set()))
}

/**
 * Everything of this account that is not sent yet, except the content of files. Includes drafts: a draft is an
 * operation until the server has it. Includes refused work: it is checked again and can be resolved on the other
 * phone. From here on the other phone may send it, so it cannot be canceled or changed here any more. `undefined`
 * while no user of a company is signed in.
 */
export async function exportUnsent(account: Account, now: number): Promise<TransferredWork | undefined> {
  return buildTransfer(account, now, () => updateHandedOver(account, now, new Set()))
}

/** As `exportUnsent`, with the files of unsent expenses, smallest first as far as they fit. */
export async function exportUnsentWithFiles(
  account: Account,
  now: number,
): Promise<UnsentWithFiles | undefined> {
  const { db } = account
  const entries = await listFileEntries(db)
  const unsentFiles = new Set(
    entries.flatMap(({ state, lane }) => (state === 'done' ? [] : (fileOfOrderingKey(lane)?.sha256 ?? []))),
  )
  const known = await Promise.all([...unsentFiles].map((sha256) => findFile(db, sha256)))
  const files: TransferredFile[] = []
  const contents: ArrayBuffer[] = []
  let remainingBytes = MAX_FILE_BYTES
  let omittedFiles = 0
  for (const row of known.filter((row) => row !== undefined).sort((one, other) => one.size - other.size)) {
    const { sha256, type, size } = row
    if (size > remainingBytes) {
      omittedFiles += 1
      continue
    }
    const bytes = await findFileContent(db, sha256)
    if (bytes?.byteLength !== size) continue
    remainingBytes -= size
    files.push({ sha256, type, size })
    contents.push(bytes)
  }
  const includedFiles = new Set(files.map(({ sha256 }) => sha256))
  const work = await buildTransfer(account, now, () => updateHandedOver(account, now, includedFiles))
  return work && { work: files.length > 0 ? { ...work, files } : work, contents, omittedFiles }
}

/**
 * The operation that completes a file is transferred only together with its content. A damaged row stays: it needs a
 * person on this phone.
 */
async function listTransferable(
  account: Account,
  includedFiles: ReadonlySet<string>,
): Promise<OutboxEntry[]> {
  const { sound } = partitionEntries(await listUnsent(account.db, MAX_OPERATIONS))
  const unsendable = new Set(listUnsendable(account, sound).map(({ seq }) => seq))
  return sound.filter((entry) => {
    const file = fileOfOrderingKey(entry.lane)
    const isIncluded = file === undefined || includedFiles.has(file.sha256)
    return isTransferable(entry) && isIncluded && !unsendable.has(entry.seq)
  })
}

/**
 * Marks the transferred entries as handed over, before another phone has them. A phone without space for the mark
 * hands them over anyway: delivering them is more important than preventing a mistaken cancellation.
 */
async function updateHandedOver(
  account: Account,
  now: number,
  includedFiles: ReadonlySet<string>,
): Promise<readonly OutboxEntry[]> {
  const { db } = account
  try {
    return await workTransaction(db, async () => {
      const entries = await listTransferable(account, includedFiles)
      const fresh = entries.filter(({ handedOverAt }) => handedOverAt === undefined)
      await updateEntries(
        db,
        fresh.map((entry) => ({ ...entry, handedOverAt: toInstant(now) })),
        fresh,
      )
      return entries
    })
  } catch (error) {
    if (!(error instanceof DeviceStorageFailure) || error.code !== 'DEVICE_STORAGE_FULL') throw error
    return listTransferable(account, includedFiles)
  }
}

async function buildTransfer(
  { db }: Account,
  now: number,
  list: () => Promise<readonly OutboxEntry[]>,
): Promise<TransferredWork | undefined> {
  const [session, deviceId] = await Promise.all([findSession(db), findMeta(db, 'deviceId')])
  if (!session?.company || deviceId === undefined) return undefined
  const { user, company } = session
  return {
    kind: 'risiti-work',
    companyId: company.id,
    companyName: company.name,
    writer: { userId: user.id, deviceId, name: `${user.firstName} ${user.lastName}`.trim() },
    madeAt: toInstant(now),
    operations: (await list()).map(toTransferred),
  }
}
