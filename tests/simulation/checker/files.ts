import type { Expense } from '#domain/expenses/expense.ts'
import { contentOf, filesOfPlan, hashOf } from '../plan/planned-file.ts'
import { attachedFiles, chosen, personOfAccount } from './file-model.ts'
import { struckLanes } from './lost-work.ts'
import { auditLines, outboxSteps } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

/** A file that arrived in full but does not match its hash may be sent again twice; then it is refused. */
const MOST_RESTARTS = 3

/**
 * I1, I7, I11, I13: what a phone called attached is at the server byte for byte, under its own company and at its
 * expense, or the phone says what a person has to do about it and still holds the content. Nothing is said to be whole
 * before it is.
 */
export function checkFiles(evidence: RunEvidence): Violation[] {
  return [...arrivedComplete(evidence), ...acknowledged(evidence), ...reportedAttached(evidence)]
}

function companyFile(company: string, sha256: string): string {
  return `${company} ${sha256}`
}

/** How often a chunk of each file was damaged on its way. */
function damages({ history }: RunEvidence): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const entry of history) {
    const sha256 = entry.kind === 'fault' && /^piece of (\w+) damaged$/.exec(entry.what)?.[1]
    if (sha256) found.set(sha256, (found.get(sha256) ?? 0) + 1)
  }
  return found
}

/**
 * I7, I11, I13: every byte on the server belongs to a file that a user of that company chose, at its
 * position.
 */
function arrivedComplete(evidence: RunEvidence): Violation[] {
  const { server, plan } = evidence
  const found: Violation[] = []
  const planned = filesOfPlan(plan)
  const owners = chosen(evidence)
  const damaged = damages(evidence)
  for (const row of server.files) {
    const name = `file ${row.sha256.slice(0, 12)} of ${row.company_id}`
    const file = planned.get(row.sha256)
    if (!file || !owners.has(companyFile(row.company_id, row.sha256))) {
      found.push({ invariant: file ? 'I7' : 'I11', message: `nobody of that company chose ${name}` })
      continue
    }
    const chunks = server.file_pieces
      .filter(({ company_id, sha256 }) => company_id === row.company_id && sha256 === row.sha256)
      .sort((one, other) => one.at - other.at)
    const content = Buffer.concat(chunks.map(({ bytes }) => bytes))
    let end = 0
    for (const { at, bytes } of chunks) {
      if (at !== end)
        found.push({ invariant: 'I13', message: `${name} has a piece at ${at} after ${end} bytes` })
      end = at + bytes.length
    }
    if (content.length !== row.received) {
      found.push({
        invariant: 'I13',
        message: `${name} has ${content.length} bytes and says ${row.received}`,
      })
    }
    const times = damaged.get(row.sha256) ?? 0
    if (row.restarts > times || (row.refused !== null && times < MOST_RESTARTS)) {
      const said = `${row.restarts} times anew, ${row.refused ?? 'taken'}`
      found.push({ invariant: 'I13', message: `${name} was damaged ${times} times on its way: ${said}` })
    }
    if (row.whole_at === null) continue
    if (hashOf(content) !== row.sha256 || !content.equals(contentOf(file)) || row.type !== file.type) {
      found.push({ invariant: 'I13', message: `${name} counts as whole and is not what was attached` })
    }
  }
  return found
}

type AcceptedSave = { readonly base: Pick<Expense, 'files'> | null; readonly fields: Pick<Expense, 'files'> }

/** Files that some edit which the server did took off: `expenseId sha256`. */
function removedFiles({ history, server }: RunEvidence): ReadonlySet<string> {
  const bodies = new Map<string, AcceptedSave & { readonly expenseId: string }>()
  for (const { upserted: put } of outboxSteps(history)) {
    for (const { opId, type, body } of put) {
      // Written by `saveExpense` of the phone.
      if (type === 'expense.save') bodies.set(opId, JSON.parse(body) as AcceptedSave & { expenseId: string })
    }
  }
  const found = new Set<string>()
  for (const { op_id, result } of server.operations) {
    const body = bodies.get(op_id)
    if (result.state !== 'done' || !body) continue
    const has = new Set(body.fields.files?.map(({ sha256 }) => sha256))
    for (const { sha256 } of body.base?.files ?? []) {
      if (!has.has(sha256)) found.add(`${body.expenseId} ${sha256}`)
    }
  }
  return found
}

/** I1, I13: what the server said it keeps it has, whole before it said so, at the expense it was attached to. */
function acknowledged(evidence: RunEvidence): Violation[] {
  const { server, plan } = evidence
  const found: Violation[] = []
  const said = attachedFiles(evidence)
  const removed = removedFiles(evidence)
  const files = new Map(server.files.map((row) => [companyFile(row.company_id, row.sha256), row]))
  // A server whose clock steps back says nothing about order by its times.
  const jumps = plan.faults.some(({ kind }) => kind === 'server clock')
  for (const { op_id, type, result, company_id, executed_at } of server.operations) {
    const keeping = said.get(op_id)
    if (type !== 'expense.keep-file' || result.state !== 'done' || !keeping) continue
    const { expenseId, sha256 } = keeping
    const name = `file ${sha256.slice(0, 12)} of expense ${expenseId}`
    const whole = files.get(companyFile(company_id, sha256))?.whole_at ?? null
    if (whole === null) {
      found.push({ invariant: 'I1', message: `${name} was acknowledged and the server does not have it` })
    } else if (!jumps && whole > executed_at) {
      found.push({ invariant: 'I13', message: `${name} was said to be kept before it was whole` })
    }
    const expense = server.expenses.find(({ id }) => id === expenseId)
    const attached = expense?.document.files?.some((file) => file.sha256 === sha256) ?? false
    if (!attached && !removed.has(`${expenseId} ${sha256}`)) {
      found.push({ invariant: 'I1', message: `${name} was acknowledged and does not stand at its expense` })
    }
  }
  return found
}

/** Refusals that no valid file gets, and that no file keeps: what is missing is sent again. */
const NEVER_REPORTED = new Set(['FILE_TYPE_NOT_ALLOWED', 'FILE_TOO_LARGE', 'FILE_INCOMPLETE'])

/** I1, I9: what was called attached has arrived, or its phone still has it and says what is to be done. */
function reportedAttached(evidence: RunEvidence): Violation[] {
  const { history, phones, server, settled: rest } = evidence
  if (!rest.quiet) return []
  const found: Violation[] = []
  const damaged = damages(evidence)
  const struck = struckLanes(history)
  const arrived = new Set(
    server.files.filter((row) => row.whole_at !== null).map((row) => companyFile(row.company_id, row.sha256)),
  )
  const left = new Set(
    auditLines(history)
      .filter(({ line }) => line.entry !== undefined && line.action !== 'sent again under a new id')
      .map(({ phone, line }) => `${phone} ${line.subject}`),
  )
  for (const entry of history) {
    if (entry.kind !== 'command' || entry.outcome !== 'kept') continue
    const { phone, account, expenseId, files = [] } = entry
    for (const sha256 of files) {
      if (arrived.has(companyFile(personOfAccount(account)?.companyId ?? '', sha256))) continue
      const orderingKey = `file:${expenseId}:${sha256}`
      const state = phones.find((other) => other.phone === phone && other.database === `efd_${account}`)
      const open = state?.outbox.find((other) => other.lane === orderingKey && other.state !== 'done')
      const name = `${phone} ${orderingKey.slice(0, -52)}`
      if (!open) {
        // Of one that the disk spoiled or lost `lost-work.ts` asks whether it is said.
        if (left.has(`${phone} ${orderingKey}`) || struck.has(`${phone} ${orderingKey}`)) continue
        found.push({ invariant: 'I1', message: `${name}, called attached, is nowhere` })
        continue
      }
      if (!state?.contents.includes(sha256)) {
        found.push({ invariant: 'I1', message: `${name} is owed and its content is gone` })
      }
      const code = open.last?.code ?? ''
      const unread = history.some(({ kind, ...rest }) => kind === 'fault' && isUnread(rest, phone))
      const groundless = code === 'FILE_DAMAGED' && !unread && (damaged.get(sha256) ?? 0) < MOST_RESTARTS
      if (open.state === 'attention' && (NEVER_REPORTED.has(code) || groundless)) {
        found.push({
          invariant: 'I9',
          message: `${name} needs a person for ${code}, and nothing is wrong with it`,
        })
      }
    }
  }
  return found
}

/** Whether the storage of a phone failed: what it withholds several times counts as lost. */
function isUnread(fault: object, phone: string): boolean {
  const who = 'who' in fault ? String(fault.who) : ''
  return 'what' in fault && fault.what === 'storage lost' && who.startsWith(`${phone} `)
}
