import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { readOperatorNames } from '#data/operator-names.ts'
import { readInParts } from '#data/read-rows.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import type { SoldNames } from './sold-names.ts'

type Rows = readonly AggregateRow[]

/** Products and customers by id, and the category of each product. */
type SavedNames = Pick<SoldNames, 'saved' | 'categoryOf'>

async function readSaved(db: AccountDatabase, rows: Rows): Promise<SavedNames> {
  const idsOf = (kind: AggregateRow['kind']) => [
    ...new Set(rows.flatMap((row) => (row.kind === kind && row.key !== '' ? row.key : []))),
  ]
  const [products, customers] = await Promise.all([
    readInParts(db, db.products, idsOf('month-product')),
    readInParts(db, db.customers, idsOf('month-customer')),
  ])
  const named = [...products, ...customers].map(({ id, name }) => [id, name] as const)
  const categories = new Map(products.map(({ id, category }) => [id, category ?? '']))
  return { saved: new Map(named), categoryOf: (id) => categories.get(id) ?? '' }
}

/** Names of those who sold; `undefined` until they are found, which may take reading the invoices of months. */
function useOperatorNames(rows: Rows | undefined): ReadonlyMap<string, string> | undefined {
  const { db, session } = useAppContext()
  const { id, firstName, lastName } = session.user
  const [found, setFound] = useState<{ readonly rows: Rows; readonly names: ReadonlyMap<string, string> }>()
  useEffect(() => {
    if (rows === undefined) return undefined
    const stop = new AbortController()
    void readOperatorNames(db, rows, () => stop.signal.aborted).then((names) => {
      if (!stop.signal.aborted) setFound({ rows, names })
    })
    return () => stop.abort()
  }, [db, rows])
  if (found === undefined || found.rows !== rows) return undefined
  return new Map([[id, `${firstName} ${lastName}`.trim()], ...found.names])
}

/** The names of what rows count; `undefined` until the products and customers of these rows are read. */
export function useSoldNames(rows: Rows | undefined): SoldNames | undefined {
  const { db } = useAppContext()
  const read = useLiveQuery(
    async () => (rows ? { rows, saved: await readSaved(db, rows) } : undefined),
    [db, rows],
  )
  const operators = useOperatorNames(rows)
  return read && read.rows === rows ? { ...read.saved, operators } : undefined
}
