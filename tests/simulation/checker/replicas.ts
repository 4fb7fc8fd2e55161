import { canonicalJson } from '#contract/canonical-json.ts'
import { databaseName } from '#data/account-database.ts'
import { collectionFromRow } from '#data/collection-row.ts'
import { customerFromRow } from '#data/customers.ts'
import { expenseFromRow } from '#data/expense-row.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import { importKeyOf } from '#data/outbox-entry.ts'
import { productFromRow } from '#data/products.ts'
import { vendorFromRow } from '#data/vendor-row.ts'
import type { AccountState } from '../world/read-phone.ts'
import { PEOPLE } from '../world/simulation-fixture.ts'
import { accountIds } from './account-ids.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

const KEY_PREFIXES: Readonly<Record<string, string>> = {
  ...{ invoice: 'inv', customer: 'cust', product: 'prod', expense: 'exp' },
  ...{ vendor: 'vend', collection: 'pay' },
}

type Records = ReadonlyMap<string, string>

function textsOf<T extends { readonly id: string }>(rows: readonly T[], plain: (row: T) => unknown): Records {
  return new Map(rows.map((row) => [row.id, canonicalJson(plain(row))]))
}

/** What was deleted, or merged into another record, is marked on the server and no phone shows it. */
function isKept({ deleted_at }: { readonly deleted_at: Date | string | null }): boolean {
  return deleted_at === null
}

/**
 * I10: when idle, each phone has what the server has, no more and no less, except what its own unsent work
 * covers.
 */
export function checkReplicas({ phones, server, settled: rest }: RunEvidence): Violation[] {
  if (!rest.quiet) return []
  const found: Violation[] = []
  for (const state of phones) {
    const owner = PEOPLE.find(({ id }) => databaseName(accountIds.get(id) ?? '') === state.database)
    if (!owner || state.meta['cursor'] === undefined) continue
    const mine = <T extends { readonly company_id: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.company_id === owner.companyId)
    const documents = (rows: readonly { readonly id: string; readonly document: object }[]): Records =>
      new Map(rows.map((row) => [row.id, canonicalJson(row.document)]))
    const unsent = new Set(state.outbox.flatMap(({ state: now, lane }) => (now === 'done' ? [] : lane)))
    // Those that a chunk of a file still has wait with it.
    const imported = new Set(
      [...state.customers, ...state.products].flatMap((row) => {
        const importKey = importKeyOf(row)
        return importKey !== undefined && unsent.has(importKey) ? row.id : []
      }),
    )
    const covered = (prefix: string, id: string) => unsent.has(`${prefix}:${id}`) || imported.has(id)
    const pairs = [
      ['inv', textsOf(state.invoices, invoiceFromRow), documents(mine(server.invoices))],
      ['cust', textsOf(state.customers, customerFromRow), documents(mine(server.customers).filter(isKept))],
      ['prod', textsOf(state.products, productFromRow), documents(mine(server.products).filter(isKept))],
      ['exp', textsOf(state.expenses, expenseFromRow), documents(mine(server.expenses))],
      ['vend', textsOf(state.vendors, vendorFromRow), documents(mine(server.vendors))],
      ['pay', textsOf(state.collections, collectionFromRow), documents(mine(server.collections))],
    ] as const
    for (const [prefix, here, there] of pairs) {
      found.push(...differences(state, prefix, here, there, (id) => covered(prefix, id)))
    }
    const aggregates = textsOf(state.aggregates, (row) => row)
    const stored: Records = new Map(
      mine(server.aggregates).map((row) => [
        `${row.kind}:${row.period}:${row.key}`,
        canonicalJson(row.figures),
      ]),
    )
    found.push(...differences(state, 'total', aggregates, stored, () => false))
    if (state.shadows.some(({ t, id }) => !covered(KEY_PREFIXES[t] ?? t, id))) {
      found.push({
        invariant: 'I10',
        message: `${state.phone} ${state.database} holds back a record that nothing covers`,
      })
    }
  }
  return found
}

function differences(
  { phone, database }: AccountState,
  what: string,
  here: Records,
  there: Records,
  covered: (id: string) => boolean,
): Violation[] {
  const found: Violation[] = []
  for (const id of new Set([...here.keys(), ...there.keys()])) {
    if (covered(id) || here.get(id) === there.get(id)) continue
    const message = `${phone} ${database} ${what}:${id} is ${here.get(id) ?? 'absent'}, the server has ${there.get(id) ?? 'nothing'}`
    found.push({ invariant: 'I10', message })
  }
  return found
}
