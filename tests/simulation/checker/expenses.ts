import { canonicalJson } from '#contract/canonical-json.ts'
import { expenseFields } from '#contract/expense-body.ts'
import { outboxSteps } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

type Written = { readonly expenseId: string; readonly fields: { readonly status: string } }

/** The text of every expense that a phone ever queued, by operation. */
function writtenExpenses({ history }: RunEvidence): Map<string, Written> {
  const found = new Map<string, Written>()
  for (const { upserted: put } of outboxSteps(history)) {
    for (const { opId, type, body } of put) {
      // Written by `saveExpense` of the phone.
      if (type === 'expense.save' && !found.has(opId)) found.set(opId, JSON.parse(body) as Written)
    }
  }
  return found
}

/**
 * I1, I2, I5, I15: the server has every expense it acknowledged, once and as it was written; a paper receipt
 * is one expense; the amount paid equals the amount spent; a processed or canceled expense stays so. That
 * each idle phone has the same is checked together with all other records.
 */
export function checkExpenses(evidence: RunEvidence): Violation[] {
  const { server } = evidence
  const found: Violation[] = []
  const written = writtenExpenses(evidence)
  const done = new Map<string, Written[]>()
  for (const { type, result, op_id } of server.operations) {
    const body = written.get(op_id)
    if (type !== 'expense.save' || result.state !== 'done' || !body) continue
    done.set(body.expenseId, [...(done.get(body.expenseId) ?? []), body])
  }
  const stored = new Map(server.expenses.map((row) => [row.id, row.document]))
  for (const [id, bodies] of done) {
    const expense = stored.get(id)
    if (!expense) {
      found.push({
        invariant: 'I1',
        message: `expense ${id} was acknowledged and the server does not have it`,
      })
      continue
    }
    const [only] = bodies
    const same = only && canonicalJson(expenseFields(expense)) === canonicalJson(only.fields)
    if (bodies.length === 1 && !same) {
      found.push({ invariant: 'I1', message: `expense ${id} is not what was written` })
    }
    const closed = bodies.find(({ fields }) => fields.status !== 'pending')
    if (closed && expense.status !== closed.fields.status) {
      found.push({
        invariant: 'I15',
        message: `expense ${id}, ${closed.fields.status}, is ${expense.status}`,
      })
    }
    if (expense.totals.balance !== 0) {
      found.push({ invariant: 'I5', message: `expense ${id} leaves ${expense.totals.balance} open` })
    }
  }
  return [...found, ...registeredOnce(evidence), ...askedFor(evidence, done)]
}

function registeredOnce({ server }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const codes = new Map<string, string>()
  for (const { id, company_id: company, document } of server.expenses) {
    if (document.status === 'canceled') continue
    const key = `${company} ${document.receiptCode}`
    const other = codes.get(key)
    if (other) found.push({ invariant: 'I2', message: `the paper of ${id} also stands for expense ${other}` })
    codes.set(key, id)
  }
  return found
}

function askedFor({ server }: RunEvidence, done: ReadonlyMap<string, unknown>): Violation[] {
  return server.expenses.flatMap(({ id }) =>
    done.has(id) ? [] : [{ invariant: 'I11', message: `no phone wrote expense ${id}` }],
  )
}
