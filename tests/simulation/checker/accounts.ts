import { databaseName } from '#data/account-database.ts'
import { COMPANIES, PEOPLE } from '../world/simulation-fixture.ts'
import { accountIds } from './account-ids.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

function readBearer(bearer: string): { sub: string; company: string } | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString('utf8'))
    if (typeof read !== 'object' || read === null || !('sub' in read) || !('company' in read))
      return undefined
    return { sub: String(read.sub), company: String(read.company) }
  } catch {
    return undefined
  }
}

function companyIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('companyId' in value)) return undefined
  return typeof value.companyId === 'string' ? value.companyId : undefined
}

/** I7: no record, answer or token of one company or person is stored or sent under another. */
export function checkAccounts({ history, server }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const owners = new Map(PEOPLE.map((person) => [databaseName(accountIds.get(person.id) ?? ''), person]))
  for (const entry of history) {
    if (entry.kind === 'stored') {
      const owner = owners.get(entry.database)
      const company = companyIn(entry.value)
      if (owner && company !== undefined && company !== owner.companyId) {
        found.push({
          invariant: 'I7',
          message: `${entry.phone} stores a record of ${company} in ${entry.store} of ${owner.username}`,
        })
      }
    }
    if (entry.kind !== 'asked' || !entry.endpoint.endsWith('/push')) continue
    const body: unknown = JSON.parse(entry.body)
    if (typeof body !== 'object' || body === null || !('userId' in body) || !('companyId' in body)) continue
    const bearer = entry.bearer === null ? undefined : readBearer(entry.bearer)
    if (bearer && (bearer.sub !== body.userId || bearer.company !== body.companyId)) {
      found.push({ invariant: 'I7', message: `request ${entry.request} carries work of another account` })
    }
  }
  for (const row of server.operations) {
    const person = PEOPLE.find(({ id }) => id === row.user_id)
    if (person?.companyId !== row.company_id) {
      found.push({ invariant: 'I7', message: `${row.op_id} was executed for the wrong company` })
    }
  }
  const known = new Set(COMPANIES.map(({ id }) => id))
  for (const table of [server.invoices, server.customers, server.products, server.expenses]) {
    for (const row of table) {
      if (row.document.companyId !== row.company_id || !known.has(row.company_id)) {
        found.push({ invariant: 'I7', message: `record ${row.id} stands under the wrong company` })
      }
    }
  }
  return found
}
