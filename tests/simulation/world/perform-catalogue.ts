import { importCustomers } from '#commands/import-records.ts'
import { mergeCustomer } from '#commands/merge-customers.ts'
import { mergeVendor } from '#commands/vendors.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import { withReconnect } from '#data/with-reconnect.ts'
import type { CustomerImport, RecordMerge } from '../plan/plan.ts'
import { appendCommand } from './append-command.ts'
import type { Simulation } from './simulation.ts'
import type { Tab } from './tab.ts'

/** A row of a made file: the same series and number give the same customer. */
function rowOf(series: number, at: number) {
  const fields = {
    ...{ name: `Wa faili ${series} ${at}`, identificationType: 'PASSPORT' as const },
    ...{ identificationNumber: `F${series}00${at}`, phone: '', email: '', vatRegistrationNumber: '' },
  }
  return { row: at + 2, fields }
}

/** Imports a file of customers, or merges two records, of what is seen at that moment. */
export async function performCatalogue(
  simulation: Simulation,
  tab: Tab,
  action: CustomerImport | RecordMerge,
): Promise<void> {
  const { account, commands } = tab
  const { db } = account
  if (action.kind === 'import') {
    const rows = Array.from({ length: action.rows }, (_, at) => rowOf(action.series, at))
    const result = await importCustomers(account, commands, rows)
    const outcome = result.ok ? 'kept' : `refused ${result.refusals[0]?.code ?? ''}`
    appendCommand(simulation, tab, action.kind, outcome, {})
    return
  }
  const isCustomer = action.kind === 'merge customer'
  const rows = await withReconnect(
    db,
    (): PromiseLike<{ readonly id: string }[]> =>
      isCustomer ? db.customers.orderBy('id').toArray() : db.vendors.orderBy('id').toArray(),
  )
  const [goes, stays] = [
    rows[action.other % Math.max(1, rows.length)],
    rows[action.which % Math.max(1, rows.length)],
  ]
  if (!goes || !stays || goes.id === stays.id) return
  const result = isCustomer
    ? await mergeCustomer(account, commands, { customerId: goes.id, intoId: stays.id })
    : await mergeVendor(account, commands, { goesId: goes.id, staysId: stays.id })
  const outcome = result.ok ? 'kept' : `refused ${result.refusals[0]?.code ?? ''}`
  const lane = orderingKeyOf(isCustomer ? 'customer' : 'vendor', goes.id)
  appendCommand(simulation, tab, action.kind, outcome, result.ok ? { lane } : {})
}
