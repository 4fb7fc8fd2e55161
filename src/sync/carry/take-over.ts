import type { CarriedFile, CarriedOperation, CarriedWork, Writer } from '#contract/carried-work.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { addAudit } from '#data/audit.ts'
import { findFile, keepFileHere, readFileContent } from '#data/files.ts'
import { guarded } from '#data/guard.ts'
import { readMeta } from '#data/meta.ts'
import { addEntry, listLane } from '#data/outbox-entries.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Company } from '#domain/companies/company.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { can } from '#domain/permissions/can.ts'
import type { Account } from '#session/account.ts'
import { readSession } from '#session/current-session.ts'
import { type CommandDeps, type Kept, keeping, kept, refusedWhole } from '../commands/outcome.ts'
import { composeInvoice } from '../commands/write-invoice.ts'
import { overlaySale } from '../outbox/apply-result.ts'
import { isStuck } from '../outbox/dependants.ts'
import { beginningEntry, nextDeviceSeq } from '../outbox/enqueue.ts'
import { fileOfLane, isKnownOperation, pendingOf, readBody, recordOfLane } from '../outbox/entry.ts'
import { type FrozenOperation, sha256 } from '../outbox/freeze-operation.ts'
import { requeueAs } from '../outbox/requeue.ts'
import { type AnyRecord, holdServerForm, readRecord, refreshPending, writeRecord } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'
import { isKnown, refusedBefore, waitsFor } from './known-work.ts'

/** Why work that was opened is not taken over. */
export type TakeOverRefusal = 'foreign-company' | 'other-person' | 'newer' | 'damaged'

export type TakenOver =
  /** How many operations are new on this phone, and how many it had or had sent before. */
  | { readonly kind: 'taken'; readonly fresh: number; readonly known: number }
  | { readonly kind: 'refused'; readonly code: TakeOverRefusal }

/** Laid in at once: each is durable, and a take-over that was interrupted goes on where it was. */
const CHUNK = 25

function writerOf(work: CarriedWork, operation: CarriedOperation): Writer {
  return operation.writtenBy ?? work.writer
}

/** Whether this phone's person may deliver it: their own work, or as the owner that of anybody of the company. */
export async function judgeWork(account: Account, work: CarriedWork): Promise<TakeOverRefusal | undefined> {
  if (work.companyId !== account.companyId) return 'foreign-company'
  const session = await guarded(account.db, () => readSession(account.db))
  const { user } = session ?? {}
  const actor = user && {
    userId: user.id,
    userType: user.user_type,
    companyId: user.company_id,
    organizationId: user.organization_id,
  }
  const mayAll = actor !== undefined && can(actor, 'queue.deliver', { companyId: work.companyId })
  const own = work.operations.every((one) => writerOf(work, one).userId === account.userId)
  if (!own && !mayAll) return 'other-person'
  if (!work.operations.every(isKnownOperation)) return 'newer'
  for (const { body, bodyHash } of work.operations) if ((await sha256(body)) !== bodyHash) return 'damaged'
  return undefined
}

type Scene = {
  readonly company: Company
  readonly writer: Writer
  /** Ids of all that comes with it. */
  readonly travelling: ReadonlySet<string>
}

/** The record as its writer sees it; `undefined` where the operation writes none, or the server has the last word. */
async function writtenRecord(
  db: AccountDatabase,
  operation: CarriedOperation,
  { company, writer }: Scene,
): Promise<AnyRecord | undefined> {
  const named = recordOfLane(operation.lane)
  if (!named) return undefined
  const found = await readRecord(db, named.kind, named.id)
  const base = { id: named.id, companyId: company.id, rev: found?.record.rev ?? 0 }
  switch (operation.type) {
    case 'invoice.save':
    case 'invoice.submit': {
      const body = readBody(operation.type, operation)
      const before = found?.kind === 'invoice' ? found.record : undefined
      if (!body || (before && before.status !== 'draft')) return undefined
      const author = { company, name: writer.name, user: { id: writer.userId } }
      const { content, saleAt, slipToken } = body
      const record = composeInvoice(author, before, {
        id: named.id,
        content,
        saleAt,
        ...(slipToken === undefined ? {} : { slipToken }),
      })
      return { kind: 'invoice', record }
    }
    case 'customer.save': {
      const body = readBody('customer.save', operation)
      return body && { kind: 'customer', record: { ...body.fields, ...base } }
    }
    case 'product.save': {
      const body = readBody('product.save', operation)
      return body && { kind: 'product', record: { ...body.fields, ...base } }
    }
    case 'expense.save': {
      const body = readBody('expense.save', operation)
      if (!body) return undefined
      const before = found?.kind === 'expense' ? found.record : undefined
      if (before && before.status !== 'pending') return undefined
      const { fields } = body
      return {
        kind: 'expense',
        record: {
          ...fields,
          ...base,
          totals: expenseTotals(fields),
          createdBy: before?.createdBy ?? writer.userId,
          createdByName: before?.createdByName ?? writer.name,
          createdAt: before?.createdAt ?? body.createdAt,
          ...(before?.authority && { authority: before.authority }),
        },
      }
    }
    default:
      return undefined
  }
}

/**
 * Lays one operation into the outbox, with the record it is about; `false` when this phone knows it. One that was refused
 * here takes its own old place: what was written later stays later.
 */
async function layIn(
  account: Account,
  operation: CarriedOperation,
  scene: Scene,
  now: number,
): Promise<boolean> {
  const { db } = account
  if (await isKnown(db, operation)) return false
  const at = toInstant(now)
  const dependsOn = await waitsFor(db, operation, scene.travelling)
  const refused = await refusedBefore(db, operation)
  if (refused) {
    const handedOver = {
      ...refused,
      handedOverAt: refused.handedOverAt ?? at,
      dependsOn: [...new Set([...refused.dependsOn, ...dependsOn])],
    }
    await requeueAs(account, handedOver, operation.opId, now)
    return true
  }
  const record = await writtenRecord(db, operation, scene)
  if (record) await holdServerForm(db, record.kind, record.record.id)
  const [contact, epoch] = [await readMeta(db, 'contact'), await readMeta(db, 'epoch')]
  const { opId, lane, type, v, body, bodyHash, createdAt } = operation
  // Its type was checked to be one of ours.
  const frozen = { opId, type, v, lane, body, bodyHash } as FrozenOperation
  // Behind what needs a person here it waits for that, and says so.
  const stuck = await isStuck(db, { lane, dependsOn, seq: Number.POSITIVE_INFINITY })
  const deviceSeq = await nextDeviceSeq(db)
  await addEntry(db, {
    ...beginningEntry(account, frozen, dependsOn, now, { contact, epoch }),
    deviceSeq,
    ...(stuck ? { state: 'blocked' as const } : {}),
    createdAt,
    writtenBy: scene.writer,
    // The phone it comes from may have sent it: it is taken back and rewritten no more.
    firstSentAt: at,
  })
  await addAudit(db, { at, action: `${type} taken over`, subject: lane, opId, detail: { ...scene.writer } })
  if (record) {
    await writeRecord(db, record, pendingOf(await listLane(db, lane)))
    if (record.kind === 'invoice' && type === 'invoice.submit') await overlaySale(db, opId, record.record)
  }
  await refreshPending(db, [lane])
  return true
}

/** Lays operations in, some at a time; gives how many this phone did not know. */
async function layInAll(
  account: Account,
  operations: readonly CarriedOperation[],
  sceneOf: (operation: CarriedOperation) => Scene,
  now: number,
): Promise<number> {
  let fresh = 0
  for (let start = 0; start < operations.length; start += CHUNK) {
    const chunk = operations.slice(start, start + CHUNK)
    fresh += await workTransaction(account.db, async () => {
      let laid = 0
      for (const operation of chunk) {
        if (await layIn(account, operation, sceneOf(operation), now)) laid += 1
      }
      return laid
    })
  }
  return fresh
}

/** Keeps a file for the operations that want it sent, unless this phone has it or has done with it. */
async function keepContent(
  { db }: Account,
  { sha256, type, size }: CarriedFile,
  content: ArrayBuffer,
  wanting: readonly CarriedOperation[],
  now: number,
): Promise<void> {
  const known = await guarded(db, () => Promise.all(wanting.map((operation) => isKnown(db, operation))))
  if (known.every(Boolean)) return
  const [row, here] = await guarded(db, () =>
    Promise.all([findFile(db, sha256), readFileContent(db, sha256)]),
  )
  // What the server refused of this phone was damaged here; what came is as its hash says.
  if (here && !row?.refused) return
  await keepFileHere(db, { sha256, type, size, at: now, sent: 0 }, content)
}

/**
 * Takes work of another phone over into this one's queue: durable when it resolves, under the same operation ids, so
 * that it is done once whoever sends it first. The same work again adds nothing. `contents` are those of the files that
 * the work names; a phone too full for them has everything else by then.
 */
export function takeOver(
  account: Account,
  deps: CommandDeps,
  work: CarriedWork,
  contents: readonly ArrayBuffer[] = [],
): Promise<Kept<TakenOver>> {
  const { db } = account
  return keeping(db, deps, async () => {
    const code = await judgeWork(account, work)
    if (code !== undefined) return kept<TakenOver>({ kind: 'refused', code })
    // A blocked company may not sell; what was sold before may still be brought to safety.
    const company = (await readSession(db))?.company
    if (!company) return refusedWhole('FORBIDDEN')
    const now = deps.ports.clock.now()
    const travelling = new Set(work.operations.map(({ opId }) => opId))
    const shared = { company, travelling }
    const sceneOf = (operation: CarriedOperation) => ({ ...shared, writer: writerOf(work, operation) })
    const shaOf = ({ lane }: CarriedOperation) => fileOfLane(lane)?.sha256
    const others = work.operations.filter((one) => shaOf(one) === undefined)
    let fresh = await layInAll(account, others, sceneOf, now)
    for (const [index, content] of contents.entries()) {
      const file = work.files?.[index]
      if (!file) continue
      const wanting = work.operations.filter((one) => shaOf(one) === file.sha256)
      await keepContent(account, file, content, wanting, now)
      fresh += await layInAll(account, wanting, sceneOf, now)
    }
    return kept<TakenOver>({ kind: 'taken', fresh, known: work.operations.length - fresh })
  })
}
