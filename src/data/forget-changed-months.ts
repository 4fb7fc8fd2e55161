import { type DBCore, type DBCoreMutateRequest, type DBCoreTable, Dexie, type Middleware } from 'dexie'

const EXPENSES = 'expenses'
const MONTHS = 'expenseMonths'
/** Every key: Dexie's types name the kinds of ranges, its code does not export them. */
const ALL = { type: 3, lower: undefined, upper: undefined } as const

/** The months that rows of expenses are of; a damaged row may have none. */
function monthsOf(rows: readonly unknown[]): string[] {
  return rows.flatMap((row) => {
    const key = (row as { readonly orderKey?: unknown } | undefined)?.orderKey
    return typeof key === 'string' ? key.slice(0, 7) : []
  })
}

function forgetting(expenses: DBCoreTable, months: () => DBCoreTable): DBCoreTable {
  // Chained and not awaited: only promises of Dexie stay in its transaction.
  const forget = (request: DBCoreMutateRequest): PromiseLike<unknown> => {
    const { trans } = request
    const forgetAll = () => months().mutate({ type: 'deleteRange', trans, range: ALL })
    if (request.type === 'deleteRange') return forgetAll()
    const written: readonly unknown[] = request.type === 'delete' ? [] : request.values
    const ids: readonly unknown[] = request.keys ?? written.map((row) => (row as { readonly id: string }).id)
    const before =
      request.type === 'add' ? Dexie.Promise.resolve([]) : expenses.getMany({ trans, keys: [...ids] })
    // A row that the storage cannot read any more may be of any month; it can be deleted all the same.
    return before.then((rows) => {
      const keys = [...new Set([...monthsOf(rows), ...monthsOf(written)])]
      return keys.length > 0 ? months().mutate({ type: 'delete', trans, keys }) : undefined
    }, forgetAll)
  }
  return {
    ...expenses,
    mutate: (request) => Dexie.Promise.resolve(forget(request)).then(() => expenses.mutate(request)),
  }
}

/**
 * Deletes the sums of a month in the transaction that writes or deletes one of its expenses, and of the month that the
 * expense was in before. It is beneath every table method, so that no writer of expenses can forget it or has to name
 * the table of the sums in its transaction.
 */
export const forgetChangedMonths: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'forget changed months',
  create: (core) => ({
    ...core,
    transaction: (tables, mode, options) =>
      core.transaction(
        mode === 'readwrite' && tables.includes(EXPENSES) ? [...new Set([...tables, MONTHS])] : tables,
        mode,
        options,
      ),
    table: (name) =>
      // Asked for at the first write: while an older database is being upgraded, it has no such table yet.
      name === EXPENSES ? forgetting(core.table(name), () => core.table(MONTHS)) : core.table(name),
  }),
}
